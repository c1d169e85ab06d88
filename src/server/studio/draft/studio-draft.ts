import type { Documents } from '#engine';
import { applyPatches, type Change, type Patch } from '#engine/editing/change.ts';
import type { OutdatedTexts } from '#engine/editing/texts/outdated-texts.ts';
import { memoizeByObject } from '#engine/model/memoize.ts';
import type { AcceptedChange, ChangeAnswer, CollisionView } from '../../../api/studio.ts';
import type { DraftMark } from '../../store/records/version-entry.ts';
import {
  changeDocuments,
  type EditScope,
  type RequireRight,
  refuseEdit,
  type ScopeRefusal,
} from './change-documents.ts';
import { DraftFault } from './draft-fault.ts';
import type { StoredDraft } from './stored-draft.ts';

/** The shared draft of the studio: the documents that were live at its start, and the changes since. */
export interface StudioDraft {
  readonly id: string;
  /** The documents before the first change. */
  readonly base: Documents;
  /** The documents after all changes. */
  readonly documents: Documents;
  readonly changes: readonly AcceptedChange[];
  /** The translations that were out of date at the start. */
  readonly outdated: OutdatedTexts;
  /** The undecided collisions with the version that the draft is based on. */
  readonly collisions: readonly CollisionView[];
  readonly baseHash: string;
  /** The number of the version with `baseHash`. Absent in drafts of an earlier release. */
  readonly baseVersion?: number;
  /** The id of the page that started this draft by publishing the one before. Absent: none did. */
  readonly page?: string;
}

/** The live version, as far as drafts need it. */
export interface DraftBase {
  readonly number: number;
  readonly hash: string;
  readonly documents: Documents;
  /** The draft that it was published from. */
  readonly draft?: DraftMark;
}

export interface ChangeRequest {
  /** The id of the draft that the change was made for. */
  readonly draft: string;
  /** The random id of the browser that made the change; `files` for an import. */
  readonly by: string;
  /** The author's name. */
  readonly name?: string;
  readonly change: Change;
  /** The scope of the person. It is checked on the documents that the change applies to. */
  readonly scope: EditScope;
  /** Called just before the change is applied: the person may have lost the right while it waited. */
  readonly requireRight?: RequireRight | undefined;
}

/**
 * Applies stored changes to the base. The result has only the undecided collisions.
 * @throws DraftFault if a change does not apply. `readable` has the changes before it.
 */
export function replayChanges(stored: StoredDraft): StudioDraft {
  const { changes, settled, base, outdated = {}, collisions = [], ...head } = stored;
  const decided = new Set([...settled, ...changes.flatMap(({ settles }) => settles ?? [])]);
  const open = collisions.filter(({ change }) => !decided.has(change.id));
  let draft: StudioDraft = { ...head, base, documents: base, changes: [], outdated, collisions: open };
  for (const [index, change] of changes.entries()) {
    const applied = applyPatches(draft.documents, change.patches);
    if (!applied.ok) {
      const readable = { ...stored, changes: changes.slice(0, index) };
      throw new DraftFault(`change ${change.version} does not fit the changes before it`, { readable });
    }
    draft = { ...draft, documents: applied.documents, changes: [...draft.changes, change] };
  }
  return draft;
}

/** Returns the documents after the first `version` changes. Undefined if there are fewer changes. */
export function getDocumentsAt({ documents, changes }: StudioDraft, version: number): Documents | undefined {
  if (!(version >= 0 && version <= changes.length)) return undefined;
  return changes.slice(version).reduceRight((later: Documents, { inverse }) => {
    const applied = applyPatches(later, inverse);
    if (!applied.ok) throw new Error('Cannot undo changes of a draft: a change does not fit its result');
    return applied.documents;
  }, documents);
}

/** A draft with one more change, its last one, or the answer to a change that is not added. */
export type AddedChange =
  | { readonly ok: true; readonly draft: StudioDraft; readonly taken: AcceptedChange }
  | { readonly ok: false; readonly answer: ChangeAnswer | ScopeRefusal };

/**
 * Applies a change as a whole, or returns the answer why not: also for a change that was applied before. A
 * collision that the change decides stays in the draft.
 * @param limits `at` is the time of the change in milliseconds since 1970, `mostBytes` the maximum size of a
 * draft's changes, of which one person may use half.
 */
export function addChange(
  before: StudioDraft,
  { draft, by, name, change, scope }: ChangeRequest,
  { at, mostBytes }: { readonly at: number; readonly mostBytes: number },
): AddedChange {
  if (draft !== before.id) return { ok: false, answer: { kind: 'other-draft' } };
  const known = before.changes.find(({ id }) => id === change.id);
  if (known) return { ok: false, answer: { kind: 'taken', change: known } };
  const refusal = refuseCollisionDecision(before, change.settles, scope);
  if (refusal) return { ok: false, answer: refusal };
  const applied = changeDocuments(before.documents, { patches: change.patches, scope });
  if (!applied.ok) {
    const { ok: _ok, ...answer } = applied;
    return { ok: false, answer };
  }
  const { documents, inverse } = applied;
  const version = before.changes.length + 1;
  const taken: AcceptedChange = { ...change, version, at, by, inverse, ...(name && { name }) };
  const changes = [...before.changes, taken];
  if (isOverLimit(changes, taken, mostBytes))
    return { ok: false, answer: { kind: 'refused', reason: 'draft-full' } };
  return { ok: true, draft: { ...before, documents, changes }, taken };
}

/**
 * Returns true if the changes exceed the limit of a draft, or those of the given change's author exceed half
 * of it. So one person cannot block the others.
 */
function isOverLimit(
  changes: readonly AcceptedChange[],
  { name }: AcceptedChange,
  mostBytes: number,
): boolean {
  const sumBytes = (of: readonly AcceptedChange[]) =>
    of.reduce((bytes, change) => bytes + measureChange(change), 0);
  return (
    sumBytes(changes) > mostBytes ||
    sumBytes(changes.filter((change) => change.name === name)) > mostBytes / 2
  );
}

/** Returns the size of a change in bytes, as JSON. */
const measureChange = memoizeByObject((change: AcceptedChange): number =>
  Buffer.byteLength(JSON.stringify(change)),
);

/**
 * Returns a refusal if a collision is about something outside the scope: something that its change, applied
 * in spite of the conflict, would change. Undefined if it is not, or if there is no such collision.
 * @param id The id of the change that collides.
 */
export function refuseCollisionDecision(
  { documents, collisions }: StudioDraft,
  id: string | undefined,
  scope: EditScope,
): ScopeRefusal | undefined {
  const patches = collisions.find(({ change }) => change.id === id)?.change.patches ?? [];
  for (const patch of patches) {
    const refusal = refuseEdit(scope, { before: documents, after: forcePatch(documents, patch) });
    if (refusal) return refusal;
  }
  return undefined;
}

/**
 * Applies a patch whatever the current value is. If that fails too, returns the documents without the patch's
 * file.
 */
function forcePatch(documents: Documents, { before: _before, ...patch }: Patch): Documents {
  const met = applyPatches(documents, [patch]);
  const current = met.ok ? undefined : met.conflicts[0]?.current;
  const applied = met.ok
    ? met
    : applyPatches(documents, [{ ...patch, ...(current !== undefined && { before: current }) }]);
  return applied.ok ? applied.documents : { ...documents, [patch.file]: undefined };
}
