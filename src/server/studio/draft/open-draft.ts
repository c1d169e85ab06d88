import { randomUUID } from 'node:crypto';
import { DraftFault } from './draft-fault.ts';
import type { DraftStorage } from './draft-storage.ts';
import { createUnchangedDraft, type DraftWithoutId, rebaseDraft } from './rebase-draft.ts';
import type { StoredDraft } from './stored-draft.ts';
import { type DraftBase, replayChanges, type StudioDraft } from './studio-draft.ts';

/** The storage of the draft, and the version that it is to be based on. */
export interface DraftSource {
  readonly place: DraftStorage;
  /** Returns the live version that this server knows. */
  readonly live: () => DraftBase;
  /** Returns the number of the live version in the store, which another server may have published. */
  readonly liveNumber: () => Promise<number | undefined>;
  readonly now: () => number;
}

/**
 * Reads the stored draft and returns it, rebased if it is behind. If none is stored, starts one from the live
 * version and stores it.
 * @throws DraftFault if the stored draft is damaged or cannot be rebased.
 */
export async function openDraft(source: DraftSource): Promise<StudioDraft> {
  const stored = await source.place.read();
  if (stored === undefined) return startDraft(source.place, createUnchangedDraft(source.live()));
  const draft = replayChanges(stored);
  return (await rebaseIfBehind(source, draft, source.live())) ?? draft;
}

/**
 * Stores the readable part of a damaged draft up to the first change that does not apply, rebases it if it is
 * behind, and returns it. If it cannot be rebased, its changes are dropped. Starts from the live version if
 * nothing is readable, or if it cannot be rebased even then.
 */
export async function openReadablePart(
  source: DraftSource,
  readable: StoredDraft | undefined,
): Promise<StudioDraft> {
  /** Stores a draft without changes that is based on the live version, and returns it. */
  const startFromLive = () => startDraft(source.place, createUnchangedDraft(source.live()));
  if (readable === undefined) return startFromLive();
  try {
    const draft = await writeDraft(source.place, replayChanges(readable));
    return (await rebaseIfBehind(source, draft, source.live())) ?? draft;
  } catch (error) {
    if (!(error instanceof DraftFault)) throw error;
    return error.readable === undefined || error.readable.changes.length >= readable.changes.length
      ? startFromLive()
      : openReadablePart(source, error.readable);
  }
}

/**
 * Rebases a draft to a version, stores it under a new id and returns it. Returns undefined if it is not
 * behind.
 * @throws DraftFault if the draft cannot be rebased. `readable` is the draft without its changes.
 */
export async function rebaseIfBehind(
  source: DraftSource,
  draft: StudioDraft,
  version: DraftBase,
): Promise<StudioDraft | undefined> {
  if (!(await isBehind(source, draft, version))) return undefined;
  let next: DraftWithoutId;
  try {
    next = rebaseDraft(draft, version, source.now());
  } catch (cause) {
    const { documents: _documents, ...readable } = draft;
    const reason = `it cannot continue from version ${version.number}: ${cause instanceof Error ? cause.message : cause}`;
    throw new DraftFault(reason, { cause, readable: { ...readable, changes: [], settled: [] } });
  }
  return startDraft(source.place, next);
}

/**
 * Returns true if the draft is based on another version than the given one, and the given one is live
 * according to the store. Another server may have published a newer one, which this server does not know yet.
 * If the draft has no `baseVersion`, only the hashes are compared.
 */
async function isBehind(
  { liveNumber }: DraftSource,
  { baseVersion, baseHash }: StudioDraft,
  { number, hash }: DraftBase,
): Promise<boolean> {
  // Drafts of an earlier release have no number.
  if (baseVersion === undefined) return baseHash !== hash;
  return baseVersion !== number && (await liveNumber()) === number;
}

/** Stores a draft under a new id in place of the stored one, and returns it with that id. */
function startDraft(place: DraftStorage, draft: DraftWithoutId): Promise<StudioDraft> {
  return writeDraft(place, { ...draft, id: randomUUID() });
}

/** Stores the given draft in place of the stored one, and returns it. */
export async function writeDraft(place: DraftStorage, draft: StudioDraft): Promise<StudioDraft> {
  const { documents: _documents, ...stored } = draft;
  await place.begin(stored);
  return draft;
}
