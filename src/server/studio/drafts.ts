import { randomUUID } from 'node:crypto';
import type { Documents } from '#engine';
import { applyPatches, type Change, type Patch } from '#engine/editing/change.ts';
import { type OutdatedTexts, outdatedSince, outdatedTexts } from '#engine/editing/outdated-texts.ts';
import type { ChangeAnswer, CollisionView, TakenChange } from '../../studio/protocol.ts';
import { serverSettings } from '../config/settings.ts';
import type { DraftMark } from '../store/version-entry.ts';
import {
  changeDocuments,
  type OutsideScope,
  type RequireRight,
  refuseOutside,
  type Scope,
} from './change-documents.ts';
import { DraftFault, draftFaultOf } from './draft-fault.ts';
import type { DraftPlace } from './draft-place.ts';
import { followed } from './followed-draft.ts';
import type { StoredDraft } from './stored-draft.ts';

/** The draft that everybody in the studio works on: the documents that are live, and what was changed since. */
export interface Draft {
  readonly id: string;
  /** What it was begun from. */
  readonly base: Documents;
  readonly documents: Documents;
  readonly changes: readonly TakenChange[];
  /** Translations that were out of date when it was begun. */
  readonly outdated: OutdatedTexts;
  /** Where it met the version that it was begun from, and nobody has decided yet. */
  readonly collisions: readonly CollisionView[];
  /** Of the form that it was begun from. */
  readonly baseHash: string;
  /** The number of that version; absent in a draft of an earlier release. */
  readonly baseVersion?: number;
  /** The page that published, and so began it; absent: none did. */
  readonly page?: string;
}

/** Keeps the draft, together with other servers. */
export interface Drafts {
  /** @throws DraftFault while there is none. */
  readonly current: () => Draft;
  /** Returns why there is no draft; undefined: there is one. */
  readonly fault: () => DraftFault | undefined;
  /**
   * Puts aside what is stored where it is at fault, and goes on with what can be read of it; where that is nothing, with the version that is
   * live. Returns where what was put aside is; undefined: nothing is at fault.
   */
  readonly mend: () => Promise<string | undefined>;
  /** The documents as they were with so many changes; undefined: there are not so many. */
  readonly documentsAt: (version: number) => Documents | undefined;
  /** Takes a change whole, or tells where it meets another's. One that is known already is answered as before. */
  readonly take: (request: ChangeRequest) => Promise<ChangeAnswer | OutsideScope>;
  /** Decides a collision for what stands; one that is decided already stays so. */
  readonly settle: (
    id: string,
    scope: Scope,
    requireRight?: RequireRight,
  ) => Promise<OutsideScope | undefined>;
  /**
   * Puts the version that is live beneath the draft, unless it stands upon it already, or another one is live by now. Of a version that was made of
   * the draft itself only the changes behind it are left; with any other it is put together field by field.
   */
  readonly follow: (live: LiveDocuments) => Promise<void>;
  /** Takes up what another server has written. */
  readonly refresh: () => Promise<void>;
  /** Hears of what is on the disk. */
  readonly onChange: (listener: DraftListener) => void;
}

/** A draft before it has an id. */
type BegunDraft = Omit<Draft, 'id' | 'documents' | 'changes' | 'collisions'> & Partial<Draft>;

/** The version that is live. */
export interface LiveDocuments {
  readonly number: number;
  readonly hash: string;
  readonly documents: Documents;
  /** The draft that it was made of. */
  readonly draft?: DraftMark;
}

/** Hears of a draft: of a change, of a collision that is decided, or that it is another one, and which page began that. */
export type DraftListener = (event: DraftEvent) => void;

/** What happens to a draft. */
export type DraftEvent =
  | { readonly kind: 'change'; readonly draft: string; readonly change: TakenChange }
  | { readonly kind: 'settled'; readonly id: string }
  | { readonly kind: 'other-draft'; readonly page: string };

/** A change that a page has made. */
export interface ChangeRequest {
  /** The id of the draft that the page has. */
  readonly draft: string;
  readonly by: string;
  /** As whoever makes it calls themselves. */
  readonly name?: string;
  readonly change: Change;
  /** The scope of whoever makes it, checked on the documents that it changes. */
  readonly scope: Scope;
  /** Is asked when its turn has come: they may have been removed while it waited. */
  readonly requireRight?: RequireRight | undefined;
}

/** Opens the draft that there is, or begins one from the version that is live. */
export async function openDrafts({
  place,
  live,
  liveNumber,
  mostBytes = serverSettings.draft.mostBytes,
  now,
  onFault,
}: {
  readonly place: DraftPlace;
  /** The version that is live, as this server knows it. */
  readonly live: () => LiveDocuments;
  /** The number of the one that is, whichever server made it so. */
  readonly liveNumber: () => Promise<number | undefined>;
  /** Most that the changes of a draft take; of one person's half of it. */
  readonly mostBytes?: number;
  readonly now: () => number;
  /** Hears each time that something else keeps the draft from being opened. */
  readonly onFault: (fault: DraftFault) => void;
}): Promise<Drafts> {
  const listeners: DraftListener[] = [];
  const tell = (event: DraftEvent) => {
    for (const listener of listeners) listener(event);
  };
  let state: Draft | DraftFault = await place.alone(opened).catch(draftFaultOf);
  if (state instanceof DraftFault) onFault(state);
  let last: Promise<unknown> = Promise.resolve();
  /** The version that the draft has yet to be put upon: what is asked of the draft next tries again where the disk was full. */
  let unfollowed: LiveDocuments | undefined;

  function current(): Draft {
    if (state instanceof DraftFault) throw state;
    return state;
  }

  async function opened(): Promise<Draft> {
    const stored = await place.read();
    if (stored === undefined) return begun({ ...upon(live()), outdated: {} });
    const draft = replayed(stored);
    return (await following(draft, live())) ?? draft;
  }

  /** @throws DraftFault where a change cannot be made again, as an earlier release made it. */
  function replayed(stored: StoredDraft): Draft {
    const { changes, settled, base, outdated = {}, collisions = [], ...head } = stored;
    const decided = new Set([...settled, ...changes.flatMap(({ settles }) => settles ?? [])]);
    const open = collisions.filter(({ change }) => !decided.has(change.id));
    let draft: Draft = { ...head, base, documents: base, changes: [], outdated, collisions: open };
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

  async function written(draft: Draft): Promise<Draft> {
    const { documents: _documents, ...stored } = draft;
    await place.begin(stored);
    return draft;
  }

  function begun(draft: BegunDraft): Promise<Draft> {
    return written({ documents: draft.base, changes: [], collisions: [], ...draft, id: randomUUID() });
  }

  /**
   * Whether a draft stands upon another version than the one that is live. A server that has not yet heard of it takes an earlier one for
   * that, and clocks differ: the store knows.
   */
  async function isBehind(
    { baseVersion, baseHash }: Draft,
    { number, hash }: LiveDocuments,
  ): Promise<boolean> {
    // A draft of an earlier release names no number.
    if (baseVersion === undefined) return baseHash !== hash;
    return baseVersion !== number && (await liveNumber()) === number;
  }

  /** A draft upon the version that is live; undefined where it stands upon it. */
  async function following(draft: Draft, version: LiveDocuments): Promise<Draft | undefined> {
    if (!(await isBehind(draft, version))) return undefined;
    let next: BegunDraft;
    try {
      next = upUpon(draft, version);
    } catch (cause) {
      const { documents: _documents, ...readable } = draft;
      const reason = `it cannot go on from version ${version.number}: ${cause instanceof Error ? cause.message : cause}`;
      throw new DraftFault(reason, { cause, readable: { ...readable, changes: [], settled: [] } });
    }
    return begun(next);
  }

  /** Returns a draft put upon another version than its own. */
  function upUpon(draft: Draft, version: LiveDocuments): BegunDraft {
    const mark = version.draft?.id === draft.id ? version.draft : undefined;
    const page = mark?.page === undefined ? {} : { page: mark.page };
    const { documents } = version;
    if (mark === undefined) {
      const outdated = outdatedSince(draft.outdated, { before: draft.base, documents });
      const upto = followed(draft, { documents, number: version.number, now: now() });
      const collisions = [...draft.collisions, ...upto.collisions];
      return { ...upon(version), ...upto, collisions, outdated };
    }
    const done = draft.changes.slice(0, mark.version);
    const outdated = outdatedTexts({ known: draft.outdated, changes: done, documents });
    let next: Pick<Draft, 'documents' | 'changes'> = { documents, changes: [] };
    for (const change of draft.changes.slice(mark.version)) {
      const applied = applyPatches(next.documents, change.patches);
      if (!applied.ok)
        throw new Error('Cannot go on with a draft: a change does not fit what it was made for');
      const again = { ...change, version: next.changes.length + 1 };
      next = { documents: applied.documents, changes: [...next.changes, again] };
    }
    return { ...upon(version), ...next, ...page, collisions: draft.collisions, outdated };
  }

  async function takeNext({
    draft,
    by,
    name,
    change,
    scope,
    requireRight,
  }: ChangeRequest): Promise<ChangeAnswer | OutsideScope> {
    await requireRight?.();
    const before = current();
    if (draft !== before.id) return { kind: 'other-draft' };
    const known = before.changes.find(({ id }) => id === change.id);
    if (known) return { kind: 'taken', change: known };
    const refusal = refuseDeciding(before, change.settles, scope);
    if (refusal) return refusal;
    const applied = changeDocuments(before.documents, { patches: change.patches, scope });
    if (!applied.ok) {
      const { ok: _ok, ...answer } = applied;
      return answer;
    }
    const taken: TakenChange = {
      ...{ ...change, version: before.changes.length + 1, at: now(), by, inverse: applied.inverse },
      ...(name && { name }),
    };
    if (isTooMuch([...before.changes, taken], taken, mostBytes))
      return { kind: 'refused', reason: 'draft-full' };
    await place.append(taken);
    state = { ...before, documents: applied.documents, changes: [...before.changes, taken] };
    tell({ kind: 'change', draft: before.id, change: taken });
    if (taken.settles !== undefined) forget(taken.settles);
    return { kind: 'taken', change: taken };
  }

  function forget(id: string): void {
    const before = current();
    const collisions = before.collisions.filter(({ change }) => change.id !== id);
    if (collisions.length === before.collisions.length) return;
    state = { ...before, collisions };
    tell({ kind: 'settled', id });
  }

  /** Takes up what another process has written, or what keeps it from being taken up. */
  async function renew(): Promise<void> {
    // What does not answer may do so by now; what is stored changes only where somebody mends it.
    const isWorthAnotherTry = state instanceof DraftFault && !state.isStored;
    if (isWorthAnotherTry || (await place.isChanged())) {
      try {
        await takeUp();
      } catch (error) {
        const fault = draftFaultOf(error);
        if (!isSameFault(fault)) onFault(fault);
        state = fault;
        throw fault;
      }
    }
    const draft = current();
    if (unfollowed !== undefined) await putUpon(draft, unfollowed);
  }

  /** Puts the draft upon a version, where it does not stand upon it yet. */
  async function putUpon(draft: Draft, version: LiveDocuments): Promise<void> {
    // Another may have become live meanwhile: its turn comes.
    const forgetUnfollowed = () => {
      if (unfollowed === version) unfollowed = undefined;
    };
    const next = await following(draft, version).catch((error: unknown) => {
      if (error instanceof DraftFault && error.isStored) {
        state = error;
        onFault(error);
        forgetUnfollowed();
      }
      throw error;
    });
    forgetUnfollowed();
    if (next === undefined) return;
    state = next;
    tell({ kind: 'other-draft', page: next.page ?? '' });
  }

  function isSameFault({ message }: DraftFault): boolean {
    return state instanceof DraftFault && state.message === message;
  }

  async function takeUp(): Promise<void> {
    const before = state;
    if (before instanceof DraftFault) {
      state = await opened();
      return tell({ kind: 'other-draft', page: '' });
    }
    const stored = await place.read();
    // Somebody has taken it away: what is known here is what there is.
    if (stored === undefined) return void (await written(before));
    const next = replayed(stored);
    if (next.id !== before.id) {
      state = next;
      return tell({ kind: 'other-draft', page: next.page ?? '' });
    }
    state = { ...next, collisions: before.collisions };
    for (const change of next.changes.slice(before.changes.length))
      tell({ kind: 'change', draft: next.id, change });
    const open = new Set(next.collisions.map(({ change }) => change.id));
    for (const { change } of before.collisions) if (!open.has(change.id)) forget(change.id);
  }

  /** Goes on with the readable part of the draft, else with one upon the live version. Returns where the damaged one was put. */
  async function mended(): Promise<string | undefined> {
    const fault = await renew().then(
      () => undefined,
      (error: unknown) => draftFaultOf(error),
    );
    if (fault === undefined) return undefined;
    if (!fault.isStored) throw fault;
    const aside = await place.setAside();
    state = await goneOn(fault.readable);
    tell({ kind: 'other-draft', page: '' });
    return aside;
  }

  async function goneOn(readable: StoredDraft | undefined): Promise<Draft> {
    const begin = () => begun({ ...upon(live()), outdated: {} });
    if (readable === undefined) return begin();
    try {
      const draft = await written(replayed(readable));
      return (await following(draft, live())) ?? draft;
    } catch (error) {
      if (!(error instanceof DraftFault)) throw error;
      return error.readable === undefined || error.readable.changes.length >= readable.changes.length
        ? begin()
        : goneOn(error.readable);
    }
  }

  /** One after the other, here and on other servers: two changes at once would both be made of the same documents. */
  function inTurn<Result>(work: () => Promise<Result>, { isMending = false } = {}): Promise<Result> {
    const turn = () =>
      place
        .alone(async () => {
          if (!isMending) await renew();
          return work();
        })
        .catch((error: unknown) => {
          // Nobody worked on a draft that there is not: its place cannot be worked at.
          throw state instanceof DraftFault ? draftFaultOf(error) : error;
        });
    const next = last.then(turn, turn);
    last = next.catch(() => undefined);
    return next;
  }

  return {
    current,
    fault: () => (state instanceof DraftFault ? state : undefined),
    mend: () => inTurn(mended, { isMending: true }),
    take: (request) => inTurn(() => takeNext(request)),
    settle: (id, scope, requireRight) =>
      inTurn(async () => {
        await requireRight?.();
        if (!current().collisions.some(({ change }) => change.id === id)) return undefined;
        const refusal = refuseDeciding(current(), id, scope);
        if (refusal) return refusal;
        await place.append({ settled: id });
        forget(id);
        return undefined;
      }),
    documentsAt(version) {
      const { documents, changes } = current();
      if (!(version >= 0 && version <= changes.length)) return undefined;
      return changes.slice(version).reduceRight((later: Documents, { inverse }) => {
        const applied = applyPatches(later, inverse);
        if (!applied.ok) throw new Error('Cannot go back in a draft: a change does not fit what it made');
        return applied.documents;
      }, documents);
    },
    async follow(version) {
      unfollowed = version;
      await inTurn(async () => undefined);
    },
    async refresh() {
      if (state instanceof DraftFault || unfollowed !== undefined || (await place.isChanged()))
        await inTurn(async () => undefined);
    },
    onChange: (listener) => listeners.push(listener),
  };
}

/** Tells whether changes are more than a draft holds, or the changes of one person more than half of it, so that the others can go on. */
function isTooMuch(changes: readonly TakenChange[], { name }: TakenChange, mostBytes: number): boolean {
  const sum = (of: readonly TakenChange[]) => of.reduce((bytes, change) => bytes + bytesOf(change), 0);
  return sum(changes) > mostBytes || sum(changes.filter((change) => change.name === name)) > mostBytes / 2;
}

function bytesOf(change: TakenChange): number {
  const bytes = sizes.get(change) ?? Buffer.byteLength(JSON.stringify(change));
  sizes.set(change, bytes);
  return bytes;
}

const sizes = new WeakMap<TakenChange, number>();

/** Returns the refusal to decide a collision, undefined where what the draft says there lies within the scope, or nothing is decided. */
function refuseDeciding(
  { documents, collisions }: Draft,
  id: string | undefined,
  scope: Scope,
): OutsideScope | undefined {
  const patches = collisions.find(({ change }) => change.id === id)?.change.patches ?? [];
  for (const patch of patches) {
    const refusal = refuseOutside(scope, { before: documents, after: withPatch(documents, patch) });
    if (refusal) return refusal;
  }
  return undefined;
}

/** Documents with a patch, whatever stands in its place by now; where it has none any more they are without its file. */
function withPatch(documents: Documents, { before: _before, ...patch }: Patch): Documents {
  const met = applyPatches(documents, [patch]);
  const current = met.ok ? undefined : met.conflicts[0]?.current;
  const applied = met.ok
    ? met
    : applyPatches(documents, [{ ...patch, ...(current !== undefined && { before: current }) }]);
  return applied.ok ? applied.documents : { ...documents, [patch.file]: undefined };
}

/** Returns the members of a draft that name the version from which it is begun. */
function upon({ number, hash, documents: base }: LiveDocuments) {
  return { base, baseHash: hash, baseVersion: number };
}
