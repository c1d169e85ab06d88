import type { Change, Patch } from '#engine/editing/index.ts';
import type { ConflictView, DraftView } from '../../api/studio.ts';
import { changeSameValue, mergeChanges } from './merge-changes.ts';

/** A change that conflicts with somebody else's. Both are shown, and a person chooses one. */
export interface Collision {
  readonly change: Change;
  /** The patches of the change whose values somebody else has changed, with the current values. */
  readonly conflicts: readonly ConflictView[];
  /**
   * True if the collision belongs to the draft and not to this page: a version that went live conflicts with
   * it.
   */
  readonly isOfDraft?: boolean;
}

/** Returns the undecided conflicts between the draft and a version that went live. */
export function listDraftCollisions({ collisions }: Pick<DraftView, 'collisions'>): readonly Collision[] {
  return collisions.map(({ change, conflicts }) => ({ change, conflicts, isOfDraft: true }));
}

/**
 * Returns the collisions with one more. Repeated typing into the same values is merged into one collision
 * with the latest conflicts, because it causes many.
 */
export function addCollision(collisions: readonly Collision[], added: Collision): readonly Collision[] {
  /** Returns true for a collision of this page whose change neither undoes nor redoes anything. */
  const isFromTyping = ({ change, isOfDraft }: Collision) =>
    !isOfDraft && change.undoes === undefined && change.redoes === undefined;
  const earlier = collisions.find(
    (one) =>
      isFromTyping(one) &&
      isFromTyping(added) &&
      getPositionsKey(one.change) === getPositionsKey(added.change),
  );
  if (earlier === undefined) return [...collisions, added];
  const change = mergeChanges(earlier.change, added.change);
  return collisions.map((one) => (one === earlier ? { ...added, change } : one));
}

/**
 * Returns a key that is equal for changes with patches at the same positions of the same documents, in the
 * same order.
 */
function getPositionsKey({ patches }: Change): string {
  return JSON.stringify(patches.map(({ file, path }) => [file, path]));
}

/**
 * Returns the patch with the other person's value as its expected previous value; unchanged if it is not in
 * conflict.
 */
export function rebasePatch(patch: Patch, conflicts: readonly ConflictView[]): Patch {
  const met = conflicts.find((conflict) => changeSameValue(conflict.patch, patch));
  if (met === undefined) return patch;
  const { before: _before, ...rest } = patch;
  return met.current === undefined ? rest : { ...rest, before: met.current };
}
