import type { ReactNode } from 'react';
import { useStudio } from '../draft/context.ts';
import type { BothVersions } from './compare-address.ts';
import { ConsequenceList } from './consequence-list.tsx';
import type { ConsequencesState } from './use-consequences.ts';

/**
 * Renders the consequences for visitors between two versions, also announced as a number; while the comparison
 * goes on, those that are known so far. Otherwise renders that they are being computed, that loading failed with a button for `onAgain`, or the reason why there is
 * no comparison.
 */
export function ConsequencesPanel({
  answer,
  both,
  isGoingLive = false,
  known,
  onAgain,
}: {
  readonly answer: ConsequencesState['answer'];
  /** The compared versions. Absent if one of them does not exist yet. */
  readonly both?: BothVersions;
  /**
   * True if the new version goes live. The list then says how long enquiries from open pages are still judged
   * by the old version. False by default.
   */
  readonly isGoingLive?: boolean;
  /** Rendered while the consequences are being computed: what is known without them. */
  readonly known?: ReactNode;
  readonly onAgain: () => void;
}): ReactNode {
  const { say } = useStudio();
  const isComputing = answer === 'computing' || (answer !== 'failed' && answer.kind === 'other-draft');
  const partial =
    !isComputing && answer !== 'failed' && answer.kind === 'consequences' && answer.isPartial
      ? answer.consequences.length
      : undefined;
  return (
    <div className="st-stack-5 st-shrink" aria-busy={isComputing || partial !== undefined}>
      <p className="st-visually-hidden" role="status">
        {isComputing
          ? say('consequences.computing')
          : partial === undefined
            ? formatComparisonStatus(answer, say)
            : say('consequences.partial', { count: partial })}
      </p>
      {partial !== undefined && (
        <div className="st-computing st-stack-2">
          <span className="st-progress" aria-hidden="true" />
          <p aria-hidden="true">{say('consequences.partial', { count: partial })}</p>
        </div>
      )}
      {isComputing ? (
        <>
          <div className="st-computing st-stack-2">
            <span className="st-progress" aria-hidden="true" />
            <p>{say('consequences.computing')}</p>
            <p className="st-quiet">{say('consequences.computing-hint')}</p>
          </div>
          {known}
        </>
      ) : answer === 'failed' ? (
        <div className="st-notice st-notice--warning">
          <p>{say('consequences.failed')}</p>
          <button type="button" className="st-button" onClick={onAgain}>
            {say('try-again')}
          </button>
        </div>
      ) : partial === 0 ? (
        known
      ) : answer.kind === 'consequences' ? (
        <ConsequenceList view={answer} both={both} isGoingLive={isGoingLive} />
      ) : (
        <div className="st-notice st-notice--warning">
          <p>{say(answer.kind === 'no-form' ? 'consequences.no-form' : 'consequences.no-version')}</p>
          {both?.to === 'draft' && <a href="/studio/checks">{say('checks')}</a>}
        </div>
      )}
    </div>
  );
}

/**
 * Returns the number of consequences that visitors notice, as a sentence for screen readers. Empty if there
 * is no comparison.
 */
function formatComparisonStatus(
  answer: Exclude<ConsequencesState['answer'], 'computing'>,
  say: ReturnType<typeof useStudio>['say'],
): string {
  if (answer === 'failed' || answer.kind !== 'consequences') return '';
  const count = answer.consequences.filter(({ kind }) => kind !== 'documents-only').length;
  return say('consequences.told', { count });
}
