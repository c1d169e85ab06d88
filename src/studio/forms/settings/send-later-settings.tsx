import { type ReactNode, useEffect, useId, useState } from 'react';
import { getSendLater, sendLaterLimits, setSendLater } from '#engine/editing/index.ts';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { useHash } from '../../ui/address.ts';
import { useMayChangeTypes } from '../use-may-change-types.ts';

/** The id of the heading, which gets the focus. */
const headingId = 'setting-send-later';

/** The address of the settings that decide whether, and how long, enquiries wait for a connection. */
export const sendLaterAddress = `/studio/forms#${headingId}`;

/**
 * Edits whether visitors without a connection can send an enquiry later, and after how many days it is deleted
 * from their device. All forms have the same setting. Locked for persons with limits.
 */
export function SendLaterSettings(): ReactNode {
  const { say, store } = useStudio();
  const { documents } = useDraftState();
  const isMine = useMayChangeTypes();
  const sendLater = getSendLater(documents);
  const hash = useHash();
  const box = useId();
  useEffect(() => {
    if (hash === headingId) document.getElementById(headingId)?.focus();
  }, [hash]);

  /** Writes the setting; consecutive days are one undo step. */
  function change(to: Parameters<typeof setSendLater>[1]): void {
    const group = typeof to === 'object' ? 'send-later' : undefined;
    const patches = setSendLater(documents, to);
    store.perform({ title: { key: 'send-later' }, patches, ...(group && { group }) });
  }

  return (
    <section className="st-stack-3" aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1}>
        {say('send-later')}
      </h2>
      {!isMine && <p className="st-look-only">{say('send-later.locked')}</p>}
      <fieldset className="st-fieldset st-stack-3" disabled={!isMine}>
        <legend className="st-visually-hidden">{say('send-later')}</legend>
        <label className="st-row" htmlFor={box}>
          <input
            id={box}
            type="checkbox"
            checked={sendLater !== undefined}
            onChange={({ target }) => change(target.checked)}
          />
          <span>{say('send-later.offered')}</span>
        </label>
        {sendLater && (
          <div className="st-wrap st-period">
            <DaysField days={sendLater.days} onChange={(days) => change({ days })} />
          </div>
        )}
      </fieldset>
      <p className="st-hint">
        {say('send-later.hint')} <a href="/studio/texts?key=send-later.keep">{say('send-later.texts')}</a>
      </p>
    </section>
  );
}

/** Renders a field for the days. Input that is not within the limits stays in the field and is not written. */
function DaysField({
  days,
  onChange,
}: {
  readonly days: number;
  readonly onChange: (days: number) => void;
}): ReactNode {
  const { say } = useStudio();
  const id = useId();
  const [typed, setTyped] = useState(String(days));
  useEffect(() => setTyped(String(days)), [days]);
  const isWrong = !isWithinLimits(typed);
  return (
    <span className="st-choice">
      <label htmlFor={id}>{say('send-later.days')}</label>
      <input
        id={id}
        className="st-input"
        inputMode="numeric"
        {...(isWrong && { 'aria-invalid': true, 'aria-describedby': `${id}-problem` })}
        value={typed}
        onChange={({ target: { value } }) => {
          const next = value.trim();
          setTyped(next);
          if (isWithinLimits(next)) onChange(Number(next));
        }}
      />
      {isWrong && (
        <span id={`${id}-problem`} className="st-problem" role="alert">
          {say('send-later.days-wrong', sendLaterLimits)}
        </span>
      )}
    </span>
  );
}

/** Returns true for a whole number of days that enquiries can wait. */
function isWithinLimits(typed: string): boolean {
  const { minimum, maximum } = sendLaterLimits;
  return /^\d+$/.test(typed) && Number(typed) >= minimum && Number(typed) <= maximum;
}

/** Shows in the settings of one form what holds for all, with a link to where that is changed. */
export function SendLaterOfAllForms(): ReactNode {
  const { say } = useStudio();
  const sendLater = getSendLater(useDraftState().documents);
  return (
    <section className="st-stack-3" aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1}>
        {say('send-later')}
      </h2>
      <p>{sendLater ? say('send-later.for-days', { days: sendLater.days }) : say('send-later.off')}</p>
      <a href={sendLaterAddress}>{say('type-settings.retention-change')}</a>
    </section>
  );
}
