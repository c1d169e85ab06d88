import { randomUUID } from 'node:crypto';
import type { Documents } from '#engine';
import {
  applyPatches,
  type Change,
  type OutdatedTexts,
  outdatedSince,
  outdatedTexts,
} from '#engine/editing/index.ts';
import type { ChangeAnswer, TakenChange } from '../../studio/protocol.ts';
import type { DraftFile } from './draft-file.ts';

/** The draft that everybody in the studio works on: the published documents, and what was changed since. */
export interface Draft {
  readonly id: string;
  readonly documents: Documents;
  readonly changes: readonly TakenChange[];
  /** Translations that were out of date when it was begun. */
  readonly outdated: OutdatedTexts;
  /** Of the form that it was begun from. */
  readonly baseHash: string;
}

/** Keeps the draft. */
export interface Drafts {
  readonly current: () => Draft;
  /** The documents as they were with so many changes; undefined: there are not so many. */
  readonly documentsAt: (version: number) => Documents | undefined;
  /** Takes a change whole, or tells where it meets another's. One that is known already is answered as before. */
  readonly take: (request: ChangeRequest) => Promise<ChangeAnswer>;
  /** Begins anew with what was published of this draft; changes that were taken since stand in the new one. */
  readonly begin: (published: PublishedDraft) => Promise<void>;
  /** Hears of every change that is on the disk, and of a new draft. */
  readonly onChange: (listener: DraftListener) => void;
}

/** A version of the draft, as it was published. */
export interface PublishedDraft {
  readonly version: number;
  readonly documents: Documents;
  /** Of the form that they make. */
  readonly hash: string;
  /** The page that published it. */
  readonly page: string;
}

/** Hears of a draft: of a change, or of the page that published and so began another. */
export type DraftListener = (
  event: { readonly change: TakenChange } | { readonly change?: undefined; readonly page: string },
) => void;

/** A change that a page has made. */
export interface ChangeRequest {
  /** The id of the draft that the page has. */
  readonly draft: string;
  readonly by: string;
  /** As whoever makes it calls themselves. */
  readonly name?: string;
  readonly change: Change;
}

/** Opens the draft that there is, or begins one from the published documents. */
export async function openDrafts({
  file,
  published,
  now,
  onDamage,
}: {
  readonly file: DraftFile;
  readonly published: () => { readonly hash: string; readonly documents: Documents };
  readonly now: () => number;
  /** Hears of a copy of what could not be taken up. */
  readonly onDamage: (copy: string) => void;
}): Promise<Drafts> {
  const listeners: DraftListener[] = [];
  const { hash, documents } = published();
  let current = await opened();
  let last: Promise<unknown> = Promise.resolve();

  async function opened(): Promise<Draft> {
    const stored = await file.read();
    if (stored === undefined) return begun({ documents, baseHash: hash, outdated: {} });
    const { id, base, baseHash, changes, outdated = {} } = stored;
    // Nothing was changed in it: what is published now is as good a beginning.
    if (changes.length === 0 && baseHash !== hash) {
      const since = outdatedSince(outdated, { before: base, documents });
      return begun({ documents, baseHash: hash, outdated: since });
    }
    let draft: Draft = { id, baseHash, documents: base, changes: [], outdated };
    for (const change of changes) {
      const applied = applyPatches(draft.documents, change.patches);
      if (!applied.ok) return shortened(draft, base);
      draft = { ...draft, documents: applied.documents, changes: [...draft.changes, change] };
    }
    return draft;
  }

  /** A draft as far as its changes could be made again, as an earlier release made them; all of them stay in a copy. */
  async function shortened(draft: Draft, base: Documents): Promise<Draft> {
    onDamage(await file.copy());
    const { id, baseHash, changes, outdated } = draft;
    await file.begin({ id, baseHash, base, outdated });
    for (const change of changes) await file.append(change);
    return draft;
  }

  async function begun({ documents, baseHash, outdated }: Omit<Draft, 'id' | 'changes'>): Promise<Draft> {
    const id = randomUUID();
    await file.begin({ id, baseHash, base: documents, outdated });
    return { id, baseHash, documents, changes: [], outdated };
  }

  async function takeNext({ draft, by, name, change }: ChangeRequest): Promise<ChangeAnswer> {
    if (draft !== current.id) return { kind: 'other-draft' };
    const known = current.changes.find(({ id }) => id === change.id);
    if (known) return { kind: 'taken', change: known };
    const applied = applyPatches(current.documents, change.patches);
    if (!applied.ok) return { kind: 'conflict', conflicts: applied.conflicts };
    const taken: TakenChange = {
      ...{ ...change, version: current.changes.length + 1, at: now(), by, inverse: applied.inverse },
      ...(name && { name }),
    };
    current = await added(current, taken, applied.documents);
    for (const listener of listeners) listener({ change: taken });
    return { kind: 'taken', change: taken };
  }

  async function added(draft: Draft, change: TakenChange, documents: Documents): Promise<Draft> {
    await file.append(change);
    return { ...draft, documents, changes: [...draft.changes, change] };
  }

  /** One after the other: two changes at once would both be made of the same documents. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  }

  return {
    current: () => current,
    take: (request) => inTurn(() => takeNext(request)),
    documentsAt(version) {
      const { documents, changes } = current;
      if (!(version >= 0 && version <= changes.length)) return undefined;
      return changes.slice(version).reduceRight((later: Documents, { inverse }) => {
        const applied = applyPatches(later, inverse);
        if (!applied.ok) throw new Error('Cannot go back in a draft: a change does not fit what it made');
        return applied.documents;
      }, documents);
    },
    begin: ({ version, documents: base, hash: baseHash, page }) =>
      inTurn(async () => {
        const since = current.changes.slice(version);
        const done = current.changes.slice(0, version);
        const outdated = outdatedTexts({ known: current.outdated, changes: done, documents: base });
        let next = await begun({ documents: base, baseHash, outdated });
        for (const [index, change] of since.entries()) {
          const applied = applyPatches(next.documents, change.patches);
          if (!applied.ok)
            throw new Error('Cannot go on with a draft: a change does not fit what it was made for');
          next = await added(next, { ...change, version: index + 1 }, applied.documents);
        }
        current = next;
        for (const listener of listeners) listener({ page });
      }),
    onChange: (listener) => listeners.push(listener),
  };
}
