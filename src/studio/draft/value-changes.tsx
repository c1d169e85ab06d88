import type { ReactNode } from 'react';
import { formatDocumentValue } from '../ui/format-document-value.ts';
import { useStudio } from './context.ts';
import { listValueChanges, type UndoStep } from './history.ts';

const maxValueChanges = 2;

/**
 * Renders the values before and after a change, at most two pairs. Lists and objects are left out.
 * @param isUndone True if the patches of the step redo it. The values are swapped then. False by default.
 */
export function ValueChanges({
  of,
  isUndone = false,
}: {
  readonly of: UndoStep;
  readonly isUndone?: boolean;
}): ReactNode {
  const { say } = useStudio();
  const moves = listValueChanges(of)
    .filter((move) => [move.from, move.to].every((value) => typeof value !== 'object'))
    .filter(({ from, to }) => from !== undefined || to !== undefined)
    .slice(0, maxValueChanges);
  return moves.map(({ from, to }) => {
    // The patches of an undone step lead in the opposite direction.
    const [was, is] = isUndone ? [to, from] : [from, to];
    return (
      <span key={JSON.stringify([was ?? null, is ?? null])} className="st-block st-quiet st-breaks">
        {say('changes.move', { from: formatDocumentValue(was, say), to: formatDocumentValue(is, say) })}
      </span>
    );
  });
}
