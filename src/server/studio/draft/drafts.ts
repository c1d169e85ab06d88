import type { Documents } from '#engine';
import type { ChangeAnswer } from '../../../api/studio.ts';
import { createTaskQueue } from '../../platform/concurrency/task-queue.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import type { EditScope, RequireRight, ScopeRefusal } from './change-documents.ts';
import { createCurrentDraft, type DraftListener } from './current-draft.ts';
import { type DraftFault, toDraftFault } from './draft-fault.ts';
import { createDraftSync } from './draft-sync.ts';
import { type DraftSource, openDraft, openReadablePart } from './open-draft.ts';
import {
  addChange,
  type ChangeRequest,
  type DraftBase,
  getDocumentsAt,
  refuseCollisionDecision,
  type StudioDraft,
} from './studio-draft.ts';

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

/**
 * Opens the stored draft, or starts one from the live version. Does not throw if that fails: then there is no
 * draft, and `fault` has the reason.
 */
export async function openDrafts({
  mostBytes = serverSettings.draft.mostBytes,
  onFault,
  ...source
}: DraftSource & {
  /** Maximum bytes of a draft's changes. One person may use half of them. */
  readonly mostBytes?: number;
  /** Called for each new fault that keeps the draft from being opened. */
  readonly onFault: (fault: DraftFault) => void;
}): Promise<Drafts> {
  const { place, now } = source;
  const opened = await place.runExclusively(() => openDraft(source)).catch(toDraftFault);
  const current = createCurrentDraft(opened, onFault);
  const sync = createDraftSync(source, current);
  const runInOrder = createTaskQueue();

  /**
   * Runs tasks one after the other, on all servers: two simultaneous changes would both be based on the same
   * documents. A failed task does not stop the next ones.
   * @throws DraftFault for any error while there is no draft; else errors are thrown unchanged.
   */
  function runAlone<Result>(task: () => Promise<Result>): Promise<Result> {
    return runInOrder(() =>
      place.runExclusively(task).catch((error: unknown) => {
        // Without a draft no task could start, so the error is a fault of the storage.
        throw current.fault() ? toDraftFault(error) : error;
      }),
    );
  }

  /** Runs a task alone, on the newest draft. */
  function runOnNewest<Result>(task: () => Promise<Result>): Promise<Result> {
    return runAlone(async () => {
      await sync.reload();
      return task();
    });
  }

  /** Does the work of `Drafts.applyChange`. Throws what `requireRight` throws. */
  async function applyChange(request: ChangeRequest): Promise<ChangeAnswer | ScopeRefusal> {
    await request.requireRight?.();
    const added = addChange(current.get(), request, { at: now(), mostBytes });
    if (!added.ok) return added.answer;
    const { draft, taken } = added;
    await place.append(taken);
    current.extend(draft);
    if (taken.settles !== undefined) current.removeCollision(taken.settles);
    return { kind: 'taken', change: taken };
  }

  /** Does the work of `Drafts.resolveCollision`. */
  async function resolveCollision(id: string, scope: EditScope): Promise<ScopeRefusal | undefined> {
    const draft = current.get();
    if (!draft.collisions.some(({ change }) => change.id === id)) return undefined;
    const refusal = refuseCollisionDecision(draft, id, scope);
    if (refusal) return refusal;
    await place.append({ settled: id });
    current.removeCollision(id);
    return undefined;
  }

  /** Does the work of `Drafts.repair`, and emits `other-draft` if there is a new draft. */
  async function repair(): Promise<string | undefined> {
    const fault = await sync.reload().then(() => undefined, toDraftFault);
    if (fault === undefined) return undefined;
    if (!fault.isStored) throw fault;
    const aside = await place.setAside();
    current.replace(await openReadablePart(source, fault.readable));
    return aside;
  }

  return {
    current: current.get,
    fault: current.fault,
    onChange: current.onChange,
    repair: () => runAlone(repair),
    applyChange: (request) => runOnNewest(() => applyChange(request)),
    resolveCollision: (id, scope, requireRight) =>
      runOnNewest(async () => {
        await requireRight?.();
        return resolveCollision(id, scope);
      }),
    getDocumentsAt: (version) => getDocumentsAt(current.get(), version),
    async rebase(version) {
      sync.requestRebase(version);
      await runOnNewest(async () => undefined);
    },
    async refresh() {
      if (await sync.isNeeded()) await runOnNewest(async () => undefined);
    },
  };
}
