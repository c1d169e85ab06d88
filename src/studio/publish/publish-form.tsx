import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { resolveClockTime, type TimeRefusal } from '#engine/model/moments/clock-time.ts';
import type { GoLiveTime, PublishAnswer } from '../../api/versions.ts';
import { useStudio } from '../draft/context.ts';
import { getBrowserTimeZone, listSiteTimeZones } from '../ui/time-zones.ts';
import { PublishTimeFields } from './publish-time-fields.tsx';

export interface Publication {
  /** The trimmed comment of the person. May be empty. */
  readonly note: string;
  /** True if there were warnings, all of which the person has accepted. */
  readonly isWarned: boolean;
  /** Absent: publish immediately. */
  readonly when?: GoLiveTime;
}

export interface PublishFormProps {
  /** Warnings to accept, each as a unique string. */
  readonly warnings: readonly string[];
  /** The reason why nothing can be published, as a sentence. Undefined if it can. */
  readonly obstacle?: string | undefined;
  /** Called if somebody presses the button in spite of the obstacle. */
  readonly onObstacle: () => void;
  /** False disables the button: consequences or findings are not known yet, or changes are not saved. */
  readonly isReady: boolean;
  /** True while publishing. The button then does nothing. */
  readonly isBusy: boolean;
  /**
   * True if an earlier version is published again. Only changes the label of the button. False by default.
   */
  readonly isRestore?: boolean;
  /** The refusal of the time that was submitted last. It is not shown for another time. */
  readonly refusal: Extract<PublishAnswer, { readonly kind: 'no-time' }> | undefined;
  /** The error message. Empty if publishing did not fail. */
  readonly failure: string;
  readonly onPublish: (publication: Publication) => void;
  /** Rendered between the fields and the button. */
  readonly children?: ReactNode;
}

/**
 * Renders the form that publishes: a note, the time (now, or a later one), and a checkbox that accepts the
 * warnings. It submits nothing while a warning is not accepted or a later time is missing or invalid. The
 * server decides if a time is past.
 */
export function PublishForm({
  warnings,
  obstacle,
  onObstacle,
  isReady,
  isBusy,
  isRestore = false,
  refusal,
  failure,
  onPublish,
  children,
}: PublishFormProps): ReactNode {
  const { say, content } = useStudio();
  const id = useId();
  const [note, setNote] = useState('');
  const [isLater, setIsLater] = useState(false);
  const [when, setWhen] = useState<GoLiveTime>(() => ({
    at: '',
    timeZone: listSiteTimeZones(content.sites)[0]?.zone ?? getBrowserTimeZone(),
  }));
  const [submittedTime, setSubmittedTime] = useState<GoLiveTime>();
  const [accepted, setAccepted] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  // New warnings are not accepted yet, so the acceptance is stored with its warnings.
  const warningsKey = JSON.stringify(warnings);
  const isWarned = accepted === warningsKey;
  const isUnaccepted = warnings.length > 0 && !isWarned;
  const { problem, choices } = findTimeProblem(when, {
    wasSubmitted,
    refusal: submittedTime === when ? refusal : undefined,
  });

  /**
   * Passes the publication to `onPublish`, or focuses the first input that is missing or invalid. Does
   * nothing while `isBusy`.
   */
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isBusy) return;
    if (obstacle !== undefined) {
      onObstacle();
      return;
    }
    setWasSubmitted(true);
    // The server decides if the time is past, because its clock counts.
    const isTimeInvalid =
      isLater && !['past', undefined].includes(findTimeProblem(when, { wasSubmitted: true }).problem);
    const missing = isUnaccepted ? 'warned' : isTimeInvalid ? 'at' : undefined;
    if (missing !== undefined) {
      document.getElementById(`${id}-${missing}`)?.focus();
      return;
    }
    setSubmittedTime(when);
    onPublish({
      note: note.trim(),
      isWarned: warnings.length > 0,
      ...(isLater && { when }),
    });
  }

  return (
    <>
      <form
        id={id}
        className="st-publish-form st-stack-4 st-shrink st-box st-box--round st-padded-wide"
        noValidate
        onSubmit={submit}
      >
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
        <fieldset className="st-publish-time st-stack-2 st-start st-fieldset">
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
            <PublishTimeFields
              id={id}
              when={when}
              problem={problem}
              choices={choices}
              onChange={(next) => {
                setWhen(next);
                // The problem of a new time is shown at once, except that it is missing.
                setWasSubmitted(false);
              }}
            />
          )}
        </fieldset>
        {warnings.length > 0 && (
          <div>
            <label className="st-tick">
              <input
                id={`${id}-warned`}
                type="checkbox"
                checked={isWarned}
                aria-describedby={wasSubmitted && isUnaccepted ? `${id}-ask` : undefined}
                onChange={(event) => setAccepted(event.target.checked ? warningsKey : '')}
              />
              {say('publish.accept', { count: warnings.length })}
            </label>
            {wasSubmitted && isUnaccepted && (
              <p id={`${id}-ask`} className="st-problem" role="alert">
                {say('publish.warned')}
              </p>
            )}
          </div>
        )}
      </form>
      {children}
      <div className="st-publish-bar st-stack-2">
        {failure !== '' && (
          <p className="st-problem" role="alert">
            {failure}
          </p>
        )}
        {obstacle !== undefined && (
          <p id={`${id}-obstacle`} className="st-quiet">
            {obstacle}
          </p>
        )}
        <button
          type="submit"
          form={id}
          className="st-button st-button--primary"
          disabled={!isReady && obstacle === undefined}
          // A disabled button would lose the focus.
          aria-disabled={isBusy || obstacle !== undefined || undefined}
          aria-describedby={obstacle === undefined ? undefined : `${id}-obstacle`}
        >
          {say(
            isBusy ? 'publish.busy' : isLater ? 'publish.schedule' : isRestore ? 'restore' : 'publish.now',
          )}
        </button>
      </div>
    </>
  );
}

/**
 * Returns the problem of a time: that of the time itself, or else the `refusal`. It is undefined for a valid
 * time, and for an empty one before submitting. `choices` are the possible times if a clock change makes the
 * time ambiguous, also after one is chosen; else empty.
 */
function findTimeProblem(
  when: GoLiveTime,
  {
    wasSubmitted,
    refusal,
  }: {
    /** True after the form was submitted. Before, an empty time is no problem yet. */
    readonly wasSubmitted: boolean;
    /** The server's refusal of this time. */
    readonly refusal?: PublishFormProps['refusal'];
  },
): { readonly problem: TimeRefusal | undefined; readonly choices: readonly string[] } {
  if (when.at === '') return { problem: wasSubmitted ? 'malformed' : undefined, choices: [] };
  const local = when.at.slice(0, 16);
  // The choices stay available after one is chosen.
  const plain = resolveClockTime({ ...when, at: local }, 0);
  const choices = plain.ok ? [] : (plain.choices ?? []);
  const moment = resolveClockTime(when, Date.now());
  return { problem: moment.ok ? refusal?.reason : moment.reason, choices };
}
