import { type ReactNode, useId } from 'react';
import type { DryRunView } from '../../api/studio.ts';
import { useStudio } from '../draft/context.ts';

/**
 * Renders the result of a dry run: the mail as it would arrive, the remarks of the server and a button to
 * close it.
 */
export function DryRunResult({
  view: { to, replyTo, subject, locale, rows, notes },
  onClose,
}: {
  readonly view: DryRunView;
  readonly onClose: () => void;
}): ReactNode {
  const { say } = useStudio();
  const title = useId();
  const headers = [
    { label: say('rehearsal.to'), value: to ?? say('rehearsal.nobody') },
    ...(replyTo === null ? [] : [{ label: say('rehearsal.reply'), value: replyTo }]),
    { label: say('rehearsal.subject'), value: subject },
  ];
  return (
    <section className="st-dry-run st-stack-3 st-box st-padded" aria-labelledby={title}>
      <h2 id={title}>{say('rehearsal')}</h2>
      <p className="st-quiet" role="status">
        {say('rehearsal.text')}
      </p>
      <dl className="st-stack-1">
        {headers.map(({ label, value }) => (
          <div key={label}>
            <dt className="st-muted">{label}</dt>
            <dd className="st-breaks" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <dl className="st-stack-1" lang={locale}>
        {rows.map(({ label, value }) => (
          <div key={`${label} ${value}`}>
            <dt className="st-muted">{label}</dt>
            <dd className="st-breaks" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {notes.map((note) => (
        <p key={note} className="st-quiet">
          {note}
        </p>
      ))}
      <p className="st-actions">
        <button type="button" className="st-button" onClick={onClose}>
          {say('close')}
        </button>
      </p>
    </section>
  );
}
