import { randomUUID } from 'node:crypto';
import type { Documents } from '#engine';
import { applyPatches, type Patch } from '#engine/editing/change.ts';
import { type MergeConflict, mergeDocuments } from '#engine/editing/merge.ts';
import { diffDocuments } from '#engine/exchange/index.ts';
import { isSameJson } from '#engine/json-schema/values.ts';
import type { AcceptedChange, CollisionView } from '../../api/studio.ts';

/** A draft before it is rebased. `documents` is the result of applying `changes` to `base`. */
interface DraftSides {
  readonly base: Documents;
  readonly documents: Documents;
  readonly changes: readonly AcceptedChange[];
}

export interface RebasedDraft {
  /** The merge of the draft and the version. */
  readonly documents: Documents;
  /** The changes that lead from the version's documents to `documents`, numbered from 1. */
  readonly changes: readonly AcceptedChange[];
  /**
   * The positions that the draft and the version changed differently. The version's value is current, until
   * somebody decides.
   */
  readonly collisions: readonly CollisionView[];
}

/**
 * Rebases a draft to a version that went live, in memory only. Fields that only one side changed have that
 * side's value. Changes that still apply stay; the rest of the difference becomes one change by `server`.
 */
export function rebaseDraft(
  { base, documents: ours, changes }: DraftSides,
  {
    documents: theirs,
    number,
    now,
  }: { readonly documents: Documents; readonly number: number; readonly now: number },
): RebasedDraft {
  const { documents: merged, conflicts } = mergeDocuments({ base, ours, theirs });
  const reapplied = changes.reduce(reapplyChange, { documents: theirs, changes: [] });
  const patches = diffDocuments(reapplied.documents, merged);
  const rest: AcceptedChange = {
    id: randomUUID(),
    title: { key: 'followed', values: { version: number } },
    patches,
    version: 0,
    at: now,
    by: 'server',
    inverse: [],
  };
  const result = patches.length === 0 ? reapplied : reapplyChange(reapplied, rest);
  return { ...result, collisions: conflicts.map((conflict) => toCollisionView(conflict, changes)) };
}

type AppliedChanges = Pick<RebasedDraft, 'documents' | 'changes'>;

/**
 * Adds a change to those that were applied before, with a new number and inverse. Returns `before` as it is
 * if the change does not apply any more, or would change nothing because the version contains it already.
 */
function reapplyChange(before: AppliedChanges, change: AcceptedChange): AppliedChanges {
  const applied = applyPatches(before.documents, change.patches);
  if (!applied.ok || applied.inverse.every(({ before, after }) => isSameJson(before, after))) return before;
  const version = before.changes.length + 1;
  const again = { ...change, version, inverse: applied.inverse };
  return { documents: applied.documents, changes: [...before.changes, again] };
}

/**
 * Creates the collision at a position that both sides changed, with a new id, and with the title and the
 * author of the draft's last change there. Without such a change, the title names the file.
 */
function toCollisionView(
  { file, path, base, ours, theirs }: MergeConflict,
  changes: readonly AcceptedChange[],
): CollisionView {
  /** Returns true if the patch is about the position or something that contains it. */
  const affectsPosition = (patch: Patch) =>
    patch.file === file && path.slice(0, patch.path.length).every((key, at) => patch.path[at] === key);
  const last = changes.findLast(({ patches }) => patches.some(affectsPosition));
  const patch: Patch = {
    file,
    path,
    ...(base !== undefined && { before: base }),
    ...(ours !== undefined && { after: ours }),
  };
  return {
    change: { id: randomUUID(), title: last?.title ?? { key: 'json', values: { file } }, patches: [patch] },
    conflicts: [{ patch, ...(theirs !== undefined && { current: theirs }) }],
    ...(last?.name !== undefined && { name: last.name }),
  };
}
