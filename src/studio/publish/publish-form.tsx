import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useStudio } from '../context.ts';
import type { ContentView } from '../protocol.ts';
import type { GoingLive, PublishAnswer } from '../protocol-versions.ts';
import { timeZones } from './time-zones.ts';

/** What somebody says of what they publish. */
export interface Publication {
  readonly note: string;
  readonly isWarned: boolean;
  /** Absent: at once. */
  readonly when?: GoingLive;
}

/** What the form is drawn from. */
export interface PublishFormProps {
  /** What is to be accepted, each by a word of its own. */
  readonly warnings: readonly string[];
  /** There are errors. */
  readonly isBlocked: boolean;
  /** What changes, and what is wrong, is known. */
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly refusal: Extract<PublishAnswer, { readonly kind: 'no-time' }> | undefined;
  /** Why nothing came of it; empty: no reason. */
  readonly failure: string;
  readonly onPublish: (publication: Publication) => void;
}

/** Why, when, and the press that does it. */
export function PublishForm({
  warnings,
  isBlocked,
  isReady,
  isBusy,
  refusal,
  failure,
  onPublish,
}: PublishFormProps): ReactNode {
  const { say, content } = useStudio();
  const id = useId();
  const [note, setNote] = useState('');
  const [isLater, setIsLater] = useState(false);
  const [at, setAt] = useState('');
  const [zone, setZone] = useState(() => zoneOf(content) ?? ownZone());
  const [accepted, setAccepted] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  // What comes later was not accepted yet.
  const asked = JSON.stringify(warnings);
  const isWarned = accepted === asked;
  const isUnaccepted = warnings.length > 0 && !isWarned;
  const problem = timeProblem({ isLater, at, refusal, isAsked });

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsAsked(true);
    const missing = isUnaccepted ? 'warned' : isLater && at === '' ? 'at' : undefined;
    if (missing !== undefined) document.getElementById(`${id}-${missing}`)?.focus();
    else
      onPublish({
        note: note.trim(),
        isWarned: warnings.length > 0,
        ...(isLater && { when: { at, timeZone: zone } }),
      });
  }

  // What is written of it stays there until it can be published.
  if (isBlocked) return <p className="st-quiet">{say('publish.blocked')}</p>;
  return (
    <form className="st-publish-form" noValidate onSubmit={submit}>
      <div className="st-choice">
        <label className="st-label" htmlFor={`${id}-note`}>
          {say('publish.note')}
        </label>
        <textarea
          id={`${id}-note`}
          className="st-input"
          rows={3}
          maxLength={2_000}
          value={note}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setNote(event.target.value)}
        />
        <p id={`${id}-hint`} className="st-hint">
          {say('publish.note-hint')}
        </p>
      </div>
      <fieldset className="st-when">
        <legend className="st-label">{say('publish.when')}</legend>
        {([false, true] as const).map((later) => (
          <label key={String(later)} className="st-tick">
            <input
              type="radio"
              name={`${id}-when`}
              checked={isLater === later}
              onChange={() => setIsLater(later)}
            />
            {say(later ? 'publish.when.later' : 'publish.when.now')}
          </label>
        ))}
        {isLater && (
          <div className="st-when-at">
            <span className="st-choice">
              <label htmlFor={`${id}-at`}>{say('publish.at')}</label>
              <input
                id={`${id}-at`}
                className="st-input"
                type="datetime-local"
                value={at.slice(0, 16)}
                aria-invalid={problem !== undefined || undefined}
                aria-describedby={problem === undefined ? undefined : `${id}-problem`}
                onChange={(event) => setAt(event.target.value.slice(0, 16))}
              />
            </span>
            <span className="st-choice">
              <label htmlFor={`${id}-zone`}>{say('publish.zone')}</label>
              <select id={`${id}-zone`} value={zone} onChange={(event) => setZone(event.target.value)}>
                {timeZones(zone).map((name) => (
                  <option key={name} value={name}>
                    {name.replaceAll('_', ' ')}
                  </option>
                ))}
              </select>
            </span>
            {problem !== undefined && (
              <p id={`${id}-problem`} className="st-problem" role="alert">
                {say(`publish.no-time.${problem}`)}
              </p>
            )}
            {refusal?.choices && refusal.choices.length > 0 && (
              <div className="st-twice">
                {refusal.choices.map((choice) => (
                  <button
                    key={choice}
                    type="button"
                    className="st-button"
                    aria-pressed={at === choice}
                    onClick={() => setAt(choice)}
                  >
                    {choice.replace('T', ' ')}
                  </button>
                ))}
              </div>
            )}
          </div>
        )}
      </fieldset>
      {warnings.length > 0 && (
        <div>
          <label className="st-tick">
            <input
              id={`${id}-warned`}
              type="checkbox"
              checked={isWarned}
              aria-describedby={isAsked && isUnaccepted ? `${id}-ask` : undefined}
              onChange={(event) => setAccepted(event.target.checked ? asked : '')}
            />
            {say('publish.accept', { count: warnings.length })}
          </label>
          {isAsked && isUnaccepted && (
            <p id={`${id}-ask`} className="st-problem" role="alert">
              {say('publish.warned')}
            </p>
          )}
        </div>
      )}
      {failure !== '' && (
        <p className="st-problem" role="alert">
          {failure}
        </p>
      )}
      <button type="submit" className="st-button st-button--primary" disabled={!isReady || isBusy}>
        {say(isBusy ? 'publish.busy' : isLater ? 'publish.schedule' : 'publish.now')}
      </button>
    </form>
  );
}

/** The time zone of the first site that says one. */
function zoneOf({ sites }: ContentView): string | undefined {
  return sites.find(({ timeZone }) => timeZone !== undefined)?.timeZone;
}

/** The one of this browser. */
function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What is wrong with the time, of what was asked for last. */
function timeProblem({
  isLater,
  at,
  refusal,
  isAsked,
}: {
  readonly isLater: boolean;
  readonly at: string;
  readonly refusal: PublishFormProps['refusal'];
  readonly isAsked: boolean;
}) {
  if (!isLater) return undefined;
  if (isAsked && at === '') return 'malformed';
  return refusal?.reason;
}
