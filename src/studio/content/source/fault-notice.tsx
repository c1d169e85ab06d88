import type { ReactNode } from 'react';
import type { EntryFault, SourceFault } from '../../../api/content-sources.ts';
import { useStudio } from '../../draft/context.ts';
import { formatMoment } from '../../ui/moment.tsx';

/**
 * Renders why the latest answer of an address is not used, since when, what visitors see instead and what to do.
 */
export function FaultNotice({
  fault,
  onAccept,
}: {
  readonly fault: SourceFault;
  /** Uses the answer although entries are missing. Absent if the person may not, or nobody can. */
  readonly onAccept: (() => void) | undefined;
}): ReactNode {
  const { say, locale } = useStudio();
  return (
    <div className="st-notice st-notice--warning">
      <p>
        <strong>{say('content.source-kept', { since: formatMoment(fault.since, locale) })}</strong>
      </p>
      <FaultText fault={fault} />
      {onAccept && (
        <button type="button" className="st-button" onClick={onAccept}>
          {say('content.source-accept')}
        </button>
      )}
    </div>
  );
}

/** Renders the sentence of a fault, with the problems of entries. */
export function FaultText({ fault }: { readonly fault: Omit<SourceFault, 'since' | 'at'> }): ReactNode {
  const { say } = useStudio();
  return (
    <>
      <p>{say(`content.fault.${fault.code}`, fault.values)}</p>
      {fault.problems.length > 0 && (
        <ul lang="en" dir="ltr">
          {fault.problems.map((problem) => (
            <li key={`${problem.entry} ${problem.path} ${problem.reason}`}>
              <EntryProblemText problem={problem} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function EntryProblemText({ problem: { entry, path, reason } }: { readonly problem: EntryFault }): ReactNode {
  const about = [entry, path].filter((one) => one !== '').join(', ');
  return (
    <>
      {about !== '' && (
        <>
          <bdi>{about}</bdi>:{' '}
        </>
      )}
      {reason}
    </>
  );
}
