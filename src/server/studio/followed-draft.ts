import { randomUUID } from 'node:crypto';
import type { Documents } from '#engine';
import { applyPatches, type Patch } from '#engine/editing/change.ts';
import { type MergeConflict, merge } from '#engine/editing/merge.ts';
import { changesBetween } from '#engine/exchange/index.ts';
import { isSameJson } from '#engine/json-schema/values.ts';
import type { CollisionView, TakenChange } from '../../studio/protocol.ts';

/** A draft, as far as another version is put beneath it. */
interface DraftSides {
  /** The documents that it was begun from. */
  readonly base: Documents;
  readonly documents: Documents;
  readonly changes: readonly TakenChange[];
}

/** What a draft becomes upon another version. */
export interface FollowedDraft {
  readonly documents: Documents;
  readonly changes: readonly TakenChange[];
  /** Where the draft and the version changed the same: the version's stands, and somebody decides. */
  readonly collisions: readonly CollisionView[];
}

/**
 * Puts a version that became live beneath a draft that was begun from another one: field by field, what one side alone changed is as that
 * side has it. Changes that can be made again as they are stay what they are; what is left of the others is one change.
 */
export function followed(
  { base, documents: ours, changes }: DraftSides,
  {
    documents: theirs,
    number,
    now,
  }: { readonly documents: Documents; readonly number: number; readonly now: number },
): FollowedDraft {
  const { documents: merged, conflicts } = merge({ base, ours, theirs });
  const made = changes.reduce(madeAgain, { documents: theirs, changes: [] });
  const patches = changesBetween(made.documents, merged);
  const rest: TakenChange = {
    ...{ id: randomUUID(), title: { key: 'followed', values: { version: number } }, patches },
    ...{ version: 0, at: now, by: 'server', inverse: [] },
  };
  const result = patches.length === 0 ? made : madeAgain(made, rest);
  return { ...result, collisions: conflicts.map((conflict) => collisionOf(conflict, changes)) };
}

type Made = Pick<FollowedDraft, 'documents' | 'changes'>;

/** A change that does not fit any more is left out, and so is one that the version has made as well. */
function madeAgain(made: Made, change: TakenChange): Made {
  const applied = applyPatches(made.documents, change.patches);
  if (!applied.ok || applied.inverse.every(({ before, after }) => isSameJson(before, after))) return made;
  const version = made.changes.length + 1;
  const again = { ...change, version, inverse: applied.inverse };
  return { documents: applied.documents, changes: [...made.changes, again] };
}

/** A place that both changed, under the title of what the draft did there last. */
function collisionOf(
  { file, path, base, ours, theirs }: MergeConflict,
  changes: readonly TakenChange[],
): CollisionView {
  const isThere = (patch: Patch) =>
    patch.file === file && path.slice(0, patch.path.length).every((key, at) => patch.path[at] === key);
  const last = changes.findLast(({ patches }) => patches.some(isThere));
  const patch: Patch = {
    ...{ file, path },
    ...(base !== undefined && { before: base }),
    ...(ours !== undefined && { after: ours }),
  };
  return {
    change: { id: randomUUID(), title: last?.title ?? { key: 'json', values: { file } }, patches: [patch] },
    conflicts: [{ patch, ...(theirs !== undefined && { current: theirs }) }],
    ...(last?.name !== undefined && { name: last.name }),
  };
}
