import { randomUUID } from 'node:crypto';
import type { Documents } from '#engine';
import { applyPatches, type Change, type Patch } from '#engine/editing/change.ts';
import {
  findOutdatedSince,
  findOutdatedTexts,
  type OutdatedTexts,
} from '#engine/editing/texts/outdated-texts.ts';
import { memoizeByObject } from '#engine/model/memoize.ts';
import type { AcceptedChange, ChangeAnswer, CollisionView } from '../../api/studio.ts';
import { serverSettings } from '../platform/config/settings.ts';
import type { DraftMark } from '../store/version-entry.ts';
import {
  changeDocuments,
  type EditScope,
  type RequireRight,
  refuseOutsideScope,
  type ScopeRefusal,
} from './change-documents.ts';
import { DraftFault, toDraftFault } from './draft-fault.ts';
import type { DraftStorage } from './draft-storage.ts';
import { rebaseDraft } from './rebase-draft.ts';
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

/** Reads and changes the draft, which several servers may share. */
export interface Drafts {
  /**
   * Returns the draft.
   * @throws DraftFault while there is none.
   */
  readonly current: () => StudioDraft;
  /** Returns the reason why there is no draft; undefined if there is one. */
  readonly fault: () => DraftFault | undefined;
  /**
   * Moves damaged data away and continues with its readable part, or with the live version if nothing can be
   * read. Returns the path or name of the damaged copy, or undefined if nothing was damaged.
   * @throws DraftFault if the storage does not answer.
   */
  readonly repair: () => Promise<string | undefined>;
  /**
   * Returns the documents after the first `version` changes. Undefined if there are fewer changes.
   * @throws DraftFault while there is no draft.
   */
  readonly getDocumentsAt: (version: number) => Documents | undefined;
  /**
   * Applies a change as a whole, stores it and emits an event, or returns why it was not applied. A change
   * that was applied before gets the same answer again. A change that decides a collision also removes it.
   * @throws DraftFault while there is no draft.
   */
  readonly applyChange: (request: ChangeRequest) => Promise<ChangeAnswer | ScopeRefusal>;
  /**
   * Decides a collision in favour of the current value: stores the decision, removes the collision and emits
   * an event. Returns a refusal if the collision is outside the scope, else undefined. Does nothing if it is
   * decided already or unknown.
   * @param id The id of the change that collides.
   * @throws DraftFault while there is no draft.
   */
  readonly resolveCollision: (
    id: string,
    scope: EditScope,
    requireRight?: RequireRight,
  ) => Promise<ScopeRefusal | undefined>;
  /**
   * Rebases the draft to the live version, unless it is based on it already, or another version is live by
   * now. If the version was published from this draft, only the later changes remain. Any other version is
   * merged field by field.
   * @throws DraftFault if the draft cannot be read or rebased. If the storage failed, each later task tries
   * to rebase again.
   */
  readonly rebase: (live: DraftBase) => Promise<void>;
  /**
   * Reads what other servers have written, and tries a pending rebase again.
   * @throws DraftFault if there is no draft after that.
   */
  readonly refresh: () => Promise<void>;
  /** Calls the listener for each event from now on. It cannot be removed. */
  readonly onChange: (listener: DraftListener) => void;
}

/** The members of a draft to be stored. An absent `documents` is `base`; an absent list is empty. */
type DraftWithoutId = Omit<StudioDraft, 'id' | 'documents' | 'changes' | 'collisions'> & Partial<StudioDraft>;

/** The live version, as far as drafts need it. */
export interface DraftBase {
  readonly number: number;
  readonly hash: string;
  readonly documents: Documents;
  /** The draft that it was published from. */
  readonly draft?: DraftMark;
}

export type DraftListener = (event: DraftEvent) => void;

/**
 * An event of the draft: a change was applied; the collision of the change `id` was decided; or the draft was
 * replaced. `page` is the id of the page that did so by publishing; empty if none did.
 */
export type DraftEvent =
  | { readonly kind: 'change'; readonly draft: string; readonly change: AcceptedChange }
  | { readonly kind: 'settled'; readonly id: string }
  | { readonly kind: 'other-draft'; readonly page: string };

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
 * Opens the stored draft, or starts one from the live version. Does not throw if that fails: then there is no
 * draft, and `fault` has the reason.
 */
export async function openDrafts({
  place,
  live,
  liveNumber,
  mostBytes = serverSettings.draft.mostBytes,
  now,
  onFault,
}: {
  readonly place: DraftStorage;
  /** Returns the live version that this server knows. */
  readonly live: () => DraftBase;
  /** Returns the number of the live version in the store, which another server may have published. */
  readonly liveNumber: () => Promise<number | undefined>;
  /** Maximum bytes of a draft's changes. One person may use half of them. */
  readonly mostBytes?: number;
  readonly now: () => number;
  /** Called for each new fault that keeps the draft from being opened. */
  readonly onFault: (fault: DraftFault) => void;
}): Promise<Drafts> {
  const listeners: DraftListener[] = [];
  /** Calls all listeners with the event. */
  const emit = (event: DraftEvent) => {
    for (const listener of listeners) listener(event);
  };
  let state: StudioDraft | DraftFault = await place.runExclusively(openDraft).catch(toDraftFault);
  if (state instanceof DraftFault) onFault(state);
  let last: Promise<unknown> = Promise.resolve();
  /**
   * The version to which the draft must still be rebased. The next request tries again, for example after the
   * disk was full.
   */
  let pendingRebase: DraftBase | undefined;

  /** Does the work of `Drafts.current`. */
  function current(): StudioDraft {
    if (state instanceof DraftFault) throw state;
    return state;
  }

  /**
   * Reads the stored draft and returns it, rebased if it is behind. If none is stored, starts one from the
   * live version and stores it. The one in memory stays as it is.
   * @throws DraftFault if the stored draft is damaged or cannot be rebased.
   */
  async function openDraft(): Promise<StudioDraft> {
    const stored = await place.read();
    if (stored === undefined) return startDraft({ ...toBaseMembers(live()), outdated: {} });
    const draft = replayChanges(stored);
    return (await rebaseIfBehind(draft, live())) ?? draft;
  }

  /**
   * Applies stored changes to the base. The result has only the undecided collisions.
   * @throws DraftFault if a change does not apply. `readable` has the changes before it.
   */
  function replayChanges(stored: StoredDraft): StudioDraft {
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

  /** Stores the given draft in place of the stored one, and returns it. The one in memory stays as it is. */
  async function writeDraft(draft: StudioDraft): Promise<StudioDraft> {
    const { documents: _documents, ...stored } = draft;
    await place.begin(stored);
    return draft;
  }

  /** Stores a draft under a new id in place of the stored one, and returns it with that id. */
  function startDraft(draft: DraftWithoutId): Promise<StudioDraft> {
    return writeDraft({ documents: draft.base, changes: [], collisions: [], ...draft, id: randomUUID() });
  }

  /**
   * Returns true if the draft is based on another version than the given one, and the given one is live
   * according to the store. Another server may have published a newer one, which this server does not know
   * yet. If the draft has no `baseVersion`, only the hashes are compared.
   */
  async function isBehind(
    { baseVersion, baseHash }: StudioDraft,
    { number, hash }: DraftBase,
  ): Promise<boolean> {
    // Drafts of an earlier release have no number.
    if (baseVersion === undefined) return baseHash !== hash;
    return baseVersion !== number && (await liveNumber()) === number;
  }

  /**
   * Rebases a draft to a version, stores it under a new id and returns it. Returns undefined if it is not
   * behind.
   * @throws DraftFault if the draft cannot be rebased. `readable` is the draft without its changes.
   */
  async function rebaseIfBehind(draft: StudioDraft, version: DraftBase): Promise<StudioDraft | undefined> {
    if (!(await isBehind(draft, version))) return undefined;
    let next: DraftWithoutId;
    try {
      next = computeRebased(draft, version);
    } catch (cause) {
      const { documents: _documents, ...readable } = draft;
      const reason = `it cannot continue from version ${version.number}: ${cause instanceof Error ? cause.message : cause}`;
      throw new DraftFault(reason, { cause, readable: { ...readable, changes: [], settled: [] } });
    }
    return startDraft(next);
  }

  /**
   * Returns a draft based on a version. If the version was published from this draft, it has only the later
   * changes; else it is the merge of both, with a collision for each value that both changed differently.
   * Earlier collisions stay.
   * @throws Error if a later change does not fit the version.
   */
  function computeRebased(draft: StudioDraft, version: DraftBase): DraftWithoutId {
    const mark = version.draft?.id === draft.id ? version.draft : undefined;
    const page = mark?.page === undefined ? {} : { page: mark.page };
    const { documents } = version;
    if (mark === undefined) {
      const outdated = findOutdatedSince(draft.outdated, { before: draft.base, documents });
      const upto = rebaseDraft(draft, { documents, number: version.number, now: now() });
      const collisions = [...draft.collisions, ...upto.collisions];
      return { ...toBaseMembers(version), ...upto, collisions, outdated };
    }
    const done = draft.changes.slice(0, mark.version);
    const outdated = findOutdatedTexts({ known: draft.outdated, changes: done, documents });
    let next: Pick<StudioDraft, 'documents' | 'changes'> = { documents, changes: [] };
    for (const change of draft.changes.slice(mark.version)) {
      const applied = applyPatches(next.documents, change.patches);
      if (!applied.ok) throw new Error('Cannot continue a draft: a change does not fit its documents');
      const again = { ...change, version: next.changes.length + 1 };
      next = { documents: applied.documents, changes: [...next.changes, again] };
    }
    return { ...toBaseMembers(version), ...next, ...page, collisions: draft.collisions, outdated };
  }

  /**
   * Does the work of `Drafts.applyChange`. Call this only by `enqueue`. Throws what `requireRight` throws.
   */
  async function applyNextChange({
    draft,
    by,
    name,
    change,
    scope,
    requireRight,
  }: ChangeRequest): Promise<ChangeAnswer | ScopeRefusal> {
    await requireRight?.();
    const before = current();
    if (draft !== before.id) return { kind: 'other-draft' };
    const known = before.changes.find(({ id }) => id === change.id);
    if (known) return { kind: 'taken', change: known };
    const refusal = refuseCollisionDecision(before, change.settles, scope);
    if (refusal) return refusal;
    const applied = changeDocuments(before.documents, { patches: change.patches, scope });
    if (!applied.ok) {
      const { ok: _ok, ...answer } = applied;
      return answer;
    }
    const taken: AcceptedChange = {
      ...change,
      version: before.changes.length + 1,
      at: now(),
      by,
      inverse: applied.inverse,
      ...(name && { name }),
    };
    if (isOverLimit([...before.changes, taken], taken, mostBytes))
      return { kind: 'refused', reason: 'draft-full' };
    await place.append(taken);
    state = { ...before, documents: applied.documents, changes: [...before.changes, taken] };
    emit({ kind: 'change', draft: before.id, change: taken });
    if (taken.settles !== undefined) removeCollision(taken.settles);
    return { kind: 'taken', change: taken };
  }

  /** Removes a decided collision from the draft in memory, and emits an event if it was there. */
  function removeCollision(id: string): void {
    const before = current();
    const collisions = before.collisions.filter(({ change }) => change.id !== id);
    if (collisions.length === before.collisions.length) return;
    state = { ...before, collisions };
    emit({ kind: 'settled', id });
  }

  /**
   * Reads the draft if another process has changed it, or if the storage failed the last time. Then tries a
   * pending rebase.
   * @throws DraftFault if there is no draft after that. It becomes the state; `onFault` is called if it is
   * new.
   */
  async function reloadIfChanged(): Promise<void> {
    // A store that did not answer may do so now. Damaged data changes only if somebody repairs it.
    const isWorthAnotherTry = state instanceof DraftFault && !state.isStored;
    if (isWorthAnotherTry || (await place.isChanged())) {
      try {
        await readStored();
      } catch (error) {
        const fault = toDraftFault(error);
        if (!isCurrentFault(fault)) onFault(fault);
        state = fault;
        throw fault;
      }
    }
    const draft = current();
    if (pendingRebase !== undefined) await rebaseCurrent(draft, pendingRebase);
  }

  /**
   * Rebases the current draft if it is behind the version, and emits `other-draft` if it was. Then, or if the
   * draft cannot be rebased, the version is no longer pending. If the storage fails, it remains pending.
   * @throws DraftFault if the draft cannot be rebased. It becomes the state.
   */
  async function rebaseCurrent(draft: StudioDraft, version: DraftBase): Promise<void> {
    /** Unsets `pendingRebase`, unless another version is pending by now. That one gets its own turn. */
    const clearPendingRebase = () => {
      if (pendingRebase === version) pendingRebase = undefined;
    };
    const next = await rebaseIfBehind(draft, version).catch((error: unknown) => {
      if (error instanceof DraftFault && error.isStored) {
        state = error;
        onFault(error);
        clearPendingRebase();
      }
      throw error;
    });
    clearPendingRebase();
    if (next === undefined) return;
    state = next;
    emit({ kind: 'other-draft', page: next.page ?? '' });
  }

  /** Returns true if there is no draft now, for the same reason as in the given fault. */
  function isCurrentFault({ message }: DraftFault): boolean {
    return state instanceof DraftFault && state.message === message;
  }

  /**
   * Reads the stored draft, and emits an event for each difference from the one in memory. If nothing is
   * stored any more, it stores the one in memory. If there is none in memory, it does the work of
   * `openDraft`.
   */
  async function readStored(): Promise<void> {
    const before = state;
    if (before instanceof DraftFault) {
      state = await openDraft();
      return emit({ kind: 'other-draft', page: '' });
    }
    const stored = await place.read();
    // Somebody removed the stored draft: write the one in memory.
    if (stored === undefined) return void (await writeDraft(before));
    const next = replayChanges(stored);
    if (next.id !== before.id) {
      state = next;
      return emit({ kind: 'other-draft', page: next.page ?? '' });
    }
    state = { ...next, collisions: before.collisions };
    for (const change of next.changes.slice(before.changes.length))
      emit({ kind: 'change', draft: next.id, change });
    const open = new Set(next.collisions.map(({ change }) => change.id));
    for (const { change } of before.collisions) if (!open.has(change.id)) removeCollision(change.id);
  }

  /**
   * Does the work of `Drafts.repair`, and emits `other-draft` if there is a new draft. Call this only by
   * `enqueue`.
   */
  async function repairDraft(): Promise<string | undefined> {
    const fault = await reloadIfChanged().then(
      () => undefined,
      (error: unknown) => toDraftFault(error),
    );
    if (fault === undefined) return undefined;
    if (!fault.isStored) throw fault;
    const aside = await place.setAside();
    state = await continueFrom(fault.readable);
    emit({ kind: 'other-draft', page: '' });
    return aside;
  }

  /**
   * Stores the readable part of a draft up to the first change that does not apply, rebases it if it is
   * behind, and returns it. If it cannot be rebased, its changes are dropped. Starts from the live version if
   * nothing is readable, or if it cannot be rebased even then.
   */
  async function continueFrom(readable: StoredDraft | undefined): Promise<StudioDraft> {
    /** Stores a draft without changes that is based on the live version, and returns it. */
    const startFromLive = () => startDraft({ ...toBaseMembers(live()), outdated: {} });
    if (readable === undefined) return startFromLive();
    try {
      const draft = await writeDraft(replayChanges(readable));
      return (await rebaseIfBehind(draft, live())) ?? draft;
    } catch (error) {
      if (!(error instanceof DraftFault)) throw error;
      return error.readable === undefined || error.readable.changes.length >= readable.changes.length
        ? startFromLive()
        : continueFrom(error.readable);
    }
  }

  /**
   * Runs tasks one after the other, on all servers: two simultaneous changes would both be based on the same
   * documents. Except for a repair, the draft is reloaded first if it has changed. A failed task does not
   * stop the next ones.
   * @throws DraftFault for any error while there is no draft; else errors are thrown unchanged.
   */
  function enqueue<Result>(work: () => Promise<Result>, { isRepair = false } = {}): Promise<Result> {
    /** Runs the task while no other server writes. */
    const runInTurn = () =>
      place
        .runExclusively(async () => {
          if (!isRepair) await reloadIfChanged();
          return work();
        })
        .catch((error: unknown) => {
          // Without a draft no task could start, so the error is a fault of the storage.
          throw state instanceof DraftFault ? toDraftFault(error) : error;
        });
    const next = last.then(runInTurn, runInTurn);
    last = next.catch(() => undefined);
    return next;
  }

  return {
    current,
    fault: () => (state instanceof DraftFault ? state : undefined),
    repair: () => enqueue(repairDraft, { isRepair: true }),
    applyChange: (request) => enqueue(() => applyNextChange(request)),
    resolveCollision: (id, scope, requireRight) =>
      enqueue(async () => {
        await requireRight?.();
        if (!current().collisions.some(({ change }) => change.id === id)) return undefined;
        const refusal = refuseCollisionDecision(current(), id, scope);
        if (refusal) return refusal;
        await place.append({ settled: id });
        removeCollision(id);
        return undefined;
      }),
    getDocumentsAt(version) {
      const { documents, changes } = current();
      if (!(version >= 0 && version <= changes.length)) return undefined;
      return changes.slice(version).reduceRight((later: Documents, { inverse }) => {
        const applied = applyPatches(later, inverse);
        if (!applied.ok) throw new Error('Cannot undo changes of a draft: a change does not fit its result');
        return applied.documents;
      }, documents);
    },
    async rebase(version) {
      pendingRebase = version;
      await enqueue(async () => undefined);
    },
    async refresh() {
      if (state instanceof DraftFault || pendingRebase !== undefined || (await place.isChanged()))
        await enqueue(async () => undefined);
    },
    onChange: (listener) => listeners.push(listener),
  };
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
function refuseCollisionDecision(
  { documents, collisions }: StudioDraft,
  id: string | undefined,
  scope: EditScope,
): ScopeRefusal | undefined {
  const patches = collisions.find(({ change }) => change.id === id)?.change.patches ?? [];
  for (const patch of patches) {
    const refusal = refuseOutsideScope(scope, { before: documents, after: forcePatch(documents, patch) });
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

/** Returns the members of a draft that say which version it is based on. */
function toBaseMembers({ number, hash, documents: base }: DraftBase) {
  return { base, baseHash: hash, baseVersion: number };
}
