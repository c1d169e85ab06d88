import { randomUUID } from 'node:crypto';
import { applyPatches, type Patch } from '#engine/editing/change.ts';
import { type MergeConflict, mergeDocuments } from '#engine/editing/merge.ts';
import { findOutdatedSince, findOutdatedTexts } from '#engine/editing/texts/outdated-texts.ts';
import { diffDocuments } from '#engine/exchange/index.ts';
import { isSameJson } from '#engine/json-schema/values.ts';
import type { AcceptedChange, CollisionView } from '../../../api/studio.ts';
import type { DraftMark } from '../../store/records/version-entry.ts';
import type { DraftBase, StudioDraft } from './studio-draft.ts';

/** A draft that has no id yet. */
export type DraftWithoutId = Omit<StudioDraft, 'id'>;

/** Returns a draft without changes that is based on a version. */
export function createUnchangedDraft(version: DraftBase): DraftWithoutId {
  const { documents } = version;
  return { documents, changes: [], collisions: [], ...toBaseMembers(version), outdated: {} };
}

/**
 * Returns a draft based on a version that went live, in memory only. If the version was published from this
 * draft, it has only the later changes; else it is the merge of both, with a collision for each value that
 * both changed differently. Earlier collisions stay.
 * @param now The time in milliseconds since 1970.
 * @throws Error if a later change does not fit the version.
 */
export function rebaseDraft(draft: StudioDraft, version: DraftBase, now: number): DraftWithoutId {
  return version.draft?.id === draft.id
    ? continueAfterPublishing(draft, version, version.draft)
    : mergeVersion(draft, version, now);
}

/**
 * Returns the draft with the changes after those that were published.
 * @throws Error if one of them does not fit the version.
 */
function continueAfterPublishing(
  draft: StudioDraft,
  version: DraftBase,
  published: DraftMark,
): DraftWithoutId {
  const { documents } = version;
  const done = draft.changes.slice(0, published.version);
  let next: AppliedChanges = { documents, changes: [] };
  for (const change of draft.changes.slice(published.version)) {
    const applied = applyPatches(next.documents, change.patches);
    if (!applied.ok) throw new Error('Cannot continue a draft: a change does not fit its documents');
    const again = { ...change, version: next.changes.length + 1 };
    next = { documents: applied.documents, changes: [...next.changes, again] };
  }
  return {
    ...next,
    collisions: draft.collisions,
    ...toBaseMembers(version),
    ...(published.page !== undefined && { page: published.page }),
    outdated: findOutdatedTexts({ known: draft.outdated, changes: done, documents }),
  };
}

/**
 * Returns the merge of a draft and a version. Fields that only one side changed have that side's value; where
 * both did, the version's value is current until somebody decides. Changes that still apply stay; the rest of
 * the difference becomes one change by `server`.
 */
function mergeVersion(draft: StudioDraft, version: DraftBase, now: number): DraftWithoutId {
  const { base, documents: ours, changes } = draft;
  const { documents: theirs, number } = version;
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
  return {
    ...result,
    collisions: [...draft.collisions, ...conflicts.map((conflict) => toCollisionView(conflict, changes))],
    ...toBaseMembers(version),
    outdated: findOutdatedSince(draft.outdated, { before: base, documents: theirs }),
  };
}

/** Returns the members of a draft that say which version it is based on. */
function toBaseMembers({ number, hash, documents: base }: DraftBase) {
  return { base, baseHash: hash, baseVersion: number };
}

type AppliedChanges = Pick<StudioDraft, 'documents' | 'changes'>;

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
