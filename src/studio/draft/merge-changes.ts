import type { Change, Patch } from '#engine/editing/index.ts';
import { createRandomId } from './random-id.ts';

/**
 * Returns the changes with one more. It is merged into the last one if both have the same group, unless that
 * was attempted: it may have reached the server.
 * @param wasAttempted Returns true for the id of a change that was sent, even if no answer came.
 */
export function appendChange(
  pending: readonly Change[],
  change: Change,
  wasAttempted: (id: string) => boolean,
): readonly Change[] {
  const last = pending.at(-1);
  const isContinued =
    last !== undefined && change.group !== undefined && last.group === change.group && !wasAttempted(last.id);
  return isContinued ? [...pending.slice(0, -1), mergeChanges(last, change)] : [...pending, change];
}

/**
 * Returns one change with a new id, the title and group of the first change, and the effect of both in
 * succession.
 */
export function mergeChanges(first: Change, second: Change): Change {
  const patches = [...first.patches];
  for (const patch of second.patches) {
    const at = patches.findIndex((one) => changeSameValue(one, patch));
    const earlier = patches[at];
    if (earlier === undefined) patches.push(patch);
    else {
      const { after: _after, ...rest } = earlier;
      patches[at] = patch.after === undefined ? rest : { ...rest, after: patch.after };
    }
  }
  // The merged change needs a new id, because another page may have claimed and sent the first one alone.
  return { ...first, id: createRandomId(), patches };
}

/** Returns true if two patches change the same position of the same document. */
export function changeSameValue(one: Patch, other: Patch): boolean {
  return one.file === other.file && JSON.stringify(one.path) === JSON.stringify(other.path);
}
