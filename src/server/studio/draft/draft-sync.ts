import type { CurrentDraft } from './current-draft.ts';
import { DraftFault, toDraftFault } from './draft-fault.ts';
import { type DraftSource, openDraft, rebaseIfBehind, writeDraft } from './open-draft.ts';
import { type DraftBase, replayChanges, type StudioDraft } from './studio-draft.ts';

/**
 * Keeps the draft in memory equal to the stored draft, which other servers change too, and based on the live
 * version. Call `reload` only in a task of `DraftStorage.runExclusively`.
 */
export interface DraftSync {
  /**
   * Reads the draft if another process has changed it, or if the storage failed the last time. Then rebases
   * it, if that is pending.
   * @throws DraftFault if there is no draft after that.
   */
  readonly reload: () => Promise<void>;
  /**
   * Makes the next `reload` rebase the draft to a version. If the storage fails, each later one tries again,
   * for example because the disk was full.
   */
  readonly requestRebase: (version: DraftBase) => void;
  /** Returns true if `reload` has something to do. */
  readonly isNeeded: () => Promise<boolean>;
}

export function createDraftSync(source: DraftSource, current: CurrentDraft): DraftSync {
  const { place } = source;
  /** The version to which the draft must still be rebased. */
  let pendingRebase: DraftBase | undefined;

  async function reload(): Promise<void> {
    // A store that did not answer may do so now. Damaged data changes only if somebody repairs it.
    const isWorthAnotherTry = current.fault()?.isStored === false;
    if (isWorthAnotherTry || (await place.isChanged()))
      await readStored().catch((error: unknown) => {
        const fault = toDraftFault(error);
        current.fail(fault);
        throw fault;
      });
    const draft = current.get();
    if (pendingRebase !== undefined) await rebase(draft, pendingRebase);
  }

  /**
   * Reads the stored draft, and emits an event for each difference from the one in memory. If nothing is
   * stored any more, it stores the one in memory. If there is none in memory, it opens the stored one.
   */
  async function readStored(): Promise<void> {
    if (current.fault() !== undefined) return current.replace(await openDraft(source));
    const before = current.get();
    const stored = await place.read();
    // Somebody removed the stored draft: write the one in memory.
    if (stored === undefined) return void (await writeDraft(place, before));
    const next = replayChanges(stored);
    if (next.id !== before.id) return current.replace(next, next.page);
    current.extend({ ...next, collisions: before.collisions });
    const open = new Set(next.collisions.map(({ change }) => change.id));
    for (const { change } of before.collisions) if (!open.has(change.id)) current.removeCollision(change.id);
  }

  /**
   * Rebases the draft if it is behind the version. Then, or if the draft cannot be rebased, the version is no
   * longer pending. If the storage fails, it remains pending.
   * @throws DraftFault if the draft cannot be rebased. There is no draft then.
   */
  async function rebase(draft: StudioDraft, version: DraftBase): Promise<void> {
    /** Unsets `pendingRebase`, unless another version is pending by now. That one gets its own turn. */
    const clearPendingRebase = () => {
      if (pendingRebase === version) pendingRebase = undefined;
    };
    const next = await rebaseIfBehind(source, draft, version).catch((error: unknown) => {
      if (error instanceof DraftFault && error.isStored) {
        current.fail(error);
        clearPendingRebase();
      }
      throw error;
    });
    clearPendingRebase();
    if (next !== undefined) current.replace(next, next.page);
  }

  return {
    reload,
    requestRebase(version) {
      pendingRebase = version;
    },
    isNeeded: async () =>
      current.fault() !== undefined || pendingRebase !== undefined || (await place.isChanged()),
  };
}
