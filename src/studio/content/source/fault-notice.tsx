import { Fragment, type ReactNode } from 'react';
import type { EntryFault, SourceFault } from '../../../api/content-sources.ts';
import { useStudio } from '../../draft/context.ts';
import { formatMoment } from '../../ui/moment.tsx';
import { getTargetLabel, type MappingTarget } from './address-draft.ts';

/**
 * Renders why the latest answer of an address is not used, since when, what visitors see instead and what to do.
 */
export function FaultNotice({
  fault,
  targets,
  onAccept,
}: {
  readonly fault: SourceFault;
  /** The properties of the list, for their labels. */
  readonly targets: readonly MappingTarget[];
  /** Uses the answer although entries are missing. Absent if the person may not, or nobody can. */
  readonly onAccept: (() => void) | undefined;
}): ReactNode {
  const { say, locale } = useStudio();
  return (
    <div className="st-notice st-notice--warning">
      <p>
        <strong>{say('content.source-kept', { since: formatMoment(fault.since, locale) })}</strong>
      </p>
      <FaultText fault={fault} targets={targets} />
      {onAccept && (
        <button type="button" className="st-button" onClick={onAccept}>
          {say('content.source-accept')}
        </button>
      )}
    </div>
  );
}

/** Renders the sentence of a fault, with the problems of entries. */
export function FaultText({
  fault,
  targets,
}: {
  readonly fault: Omit<SourceFault, 'since' | 'at'>;
  /** The properties of the list, for their labels. */
  readonly targets: readonly MappingTarget[];
}): ReactNode {
  const { say } = useStudio();
  return (
    <>
      <p>{say(`content.fault.${fault.code}`, fault.values)}</p>
      {fault.problems.length > 0 && (
        <ul lang="en" dir="ltr">
          {fault.problems.map((problem) => (
            <li key={`${problem.entry} ${problem.path} ${problem.reason}`}>
              <EntryProblemText problem={{ ...problem, path: getTargetLabel(targets, problem.path) }} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Renders a problem; the `path` is the label of the property. */
function EntryProblemText({ problem: { entry, path, reason } }: { readonly problem: EntryFault }): ReactNode {
  const about = [entry, path].filter((one) => one !== '');
  return (
    <>
      {about.map((name, at) => (
        <Fragment key={name}>
          <bdi>{name}</bdi>
          {at < about.length - 1 ? ', ' : ': '}
        </Fragment>
      ))}
      {reason}
    </>
  );
}
