import { addFittingExamples, type Change, type ChangeTitle, type Patch } from '#engine/editing/index.ts';
import type { DraftView, StudioEvent } from '../../api/studio.ts';
import { resolveCollision } from './api.ts';
import { createChangeSender } from './change-sender.ts';
import { type Collision, rebasePatch } from './collisions.ts';
import {
  applyAnswer,
  applyEvent,
  applyMissedChanges,
  applyNextDraft,
  createDraftModel,
  type DraftModel,
  type DraftState,
  markOutdated,
  type RefusedChange,
  toDraftState,
} from './draft-state.ts';
import type { UndoStep } from './history.ts';
import { appendChange } from './merge-changes.ts';
import { createRandomId } from './random-id.ts';

/** The draft on one page: the changes that the server has accepted, with the unsent ones on top. */
export interface StudioDraftStore {
  /** The id of this person in this browser, which their changes have as `by`. */
  readonly by: string;
  /** Returns the current state: the same object until it changes. */
  readonly getSnapshot: () => DraftState;
  /** Calls a listener after each change of the state. Returns a function that removes the listener. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Ends the current undo step, because the person has left the field. */
  readonly endStep: () => void;
  /**
   * Applies an edit at once; one without patches does nothing. It is sent after a pause of 0.4 seconds, at
   * the latest after 0.8 seconds.
   */
  readonly perform: (edit: DraftEdit) => void;
  /** Undoes this person's latest step by a new change and returns the step. Undefined if there is none. */
  readonly undo: () => UndoStep | undefined;
  /** Redoes the step that this person undid last and returns it. Undefined if there is none. */
  readonly redo: () => UndoStep | undefined;
  /**
   * Undoes this person's latest steps, or redoes steps if the number is negative. Other people's changes
   * stay.
   */
  readonly undoSteps: (steps: number) => void;
  /** Applies an event of the server to the state and notifies the listeners. */
  readonly applyEvent: (event: StudioEvent) => void;
  /**
   * Applies the changes that happened while no events were received. If the server has another draft, marks
   * this one as outdated instead.
   */
  readonly applyMissedChanges: (view: Pick<DraftView, 'draft' | 'changes'>) => void;
  /** Continues with a newly loaded draft. Unsent changes are sent to it. */
  readonly replaceDraft: (view: DraftView) => void;
  /** Sends failed changes again, after somebody has signed in or got a permission. */
  readonly retry: () => void;
  /**
   * Ends a collision: sends this person's change again, which then replaces the other value (`mine`), or
   * discards it (`theirs`).
   */
  readonly decideCollision: (collision: Collision, keep: 'mine' | 'theirs') => void;
  /**
   * Stops sending, because the page shows another draft or none. Unsent changes are stored for the next page.
   */
  readonly stop: () => void;
  /**
   * Discards all unsent changes, because their author lacks the permission. The server may still accept a
   * change that is being sent.
   */
  readonly discardUnsent: () => void;
  /** Removes a refused change from the state. */
  readonly dismiss: (refused: RefusedChange) => void;
}

/** An edit of the documents, which becomes one change. */
export interface DraftEdit {
  readonly title: ChangeTitle;
  readonly patches: readonly Patch[];
  /** Successive edits of one group are one undo step. The id of a change adds the edit to its step. */
  readonly group?: string;
}

/** Storage for unsent changes, which survives a reload of the page. */
export interface UnsentChangesStorage {
  /** The id of the person in this browser. */
  readonly by: string;
  /**
   * Returns the unsent changes that this page stored before this storage was opened, and those of closed
   * pages, which it removes from the browser's storage. Empty after `release`, if another storage was opened
   * for the person since, and if the browser's storage is not available.
   */
  readonly claimAbandoned: () => Promise<readonly Change[]>;
  /**
   * Stores the pending changes in place of the former ones. After `release`, it only removes those that are
   * no longer pending. Does nothing if another storage was opened for the person since, or if the browser's
   * storage is not available.
   */
  readonly write: (pending: readonly Change[]) => void;
  /**
   * Ends the use of this storage and lets another open page of this person claim the stored changes. An
   * answer that still arrives removes the change that it accepts.
   */
  readonly release: () => void;
}

/** After a pause of this length, typing in the same field starts a new undo step. */
const stepPauseMs = 30_000;

/** Creates the store of a draft, and at once sends the unsent changes of pages that were closed. */
export function createStudioDraftStore(
  view: DraftView,
  unsentStorage: UnsentChangesStorage,
): StudioDraftStore {
  const { by } = unsentStorage;
  const listeners = new Set<() => void>();
  let model = createDraftModel(view);
  let state = toDraftState(model, by);
  /** The undo step of the current typing. A reloaded page starts a new one. */
  let typing = { id: createRandomId(), at: Date.now() };
  const sender = createChangeSender({
    by,
    getNext: () => model.pending[0] && { draft: model.confirmed.draft, change: model.pending[0] },
    onAnswer(sent, answer) {
      if (answer.kind === 'other-draft') {
        if (sent.draft === model.confirmed.draft) update(markOutdated(model, ''));
        // This page has loaded the next draft while the answer was on its way.
        else sender.schedule();
        return;
      }
      update(applyAnswer(model, sent, answer));
      if (model.pending.length > 0) sender.schedule();
    },
    onFailure: (saving) => update({ saving }),
  });

  /** Replaces parts of the model, stores the unsent changes and notifies the listeners. */
  function update(part: Partial<DraftModel>): void {
    model = { ...model, ...part };
    state = toDraftState(model, by);
    // Undecided changes are stored as well. The next page sends them again and gets the same conflicts.
    const undecided = model.collisions.filter(({ isOfDraft }) => !isOfDraft);
    unsentStorage.write([...undecided.map(({ change }) => change), ...model.pending]);
    for (const listener of listeners) listener();
  }

  /** Returns the state of sending after a change was added: a failure is shown until something is sent. */
  const getSavingAfterChange = () => (model.saving === 'saved' ? 'saving' : model.saving);

  /**
   * Applies a change and schedules its sending. Continued typing is merged into the last unsent change,
   * unless that may have reached the server.
   */
  function queueChange(change: Change): void {
    const pending = appendChange(model.pending, change, sender.wasAttempted);
    update({ pending, saving: getSavingAfterChange() });
    sender.sendAfterPause();
  }

  /**
   * Reverts steps by new changes, the latest step first. Returns the latest step; undefined without steps.
   * @param mark The member of the new changes that lists the ids of the reverted ones.
   */
  function revertSteps(steps: readonly UndoStep[], mark: 'undoes' | 'redoes'): UndoStep | undefined {
    for (const { title, patches, changes } of steps.toReversed())
      queueChange({ id: createRandomId(), title, patches, [mark]: changes });
    return steps.at(-1);
  }

  /** Returns true if a change of the draft has the id. */
  const hasChange = (changeId: string) =>
    [...model.confirmed.changes, ...model.pending].some(({ id }) => id === changeId);

  /** Claims the unsent changes of closed pages and sends them before those of this page. */
  async function claimAbandonedChanges(): Promise<void> {
    const left = await unsentStorage.claimAbandoned();
    const pending = [...left.filter(({ id }) => !hasChange(id)), ...model.pending];
    if (pending.length === 0) return;
    update({ pending, saving: getSavingAfterChange() });
    sender.schedule();
  }

  // This page has no unsent changes yet.
  unsentStorage.write([]);
  void claimAbandonedChanges();

  return {
    by,
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    endStep() {
      typing = { id: createRandomId(), at: Date.now() };
    },
    perform({ title, patches: made, group }) {
      // A person who edits the documents as JSON edits the examples, too.
      const patches = title.key === 'json' ? made : addFittingExamples(state.documents, made);
      if (patches.length === 0) return;
      const now = Date.now();
      typing = { id: now - typing.at > stepPauseMs ? createRandomId() : typing.id, at: now };
      const id = createRandomId();
      if (group === undefined) queueChange({ id, title, patches });
      // The id of another change stays as it is, because both changes are one undo step.
      else queueChange({ id, title, patches, group: hasChange(group) ? group : `${group} ${typing.id}` });
    },
    undo: () => revertSteps(state.history.undo.slice(-1), 'undoes'),
    redo: () => revertSteps(state.history.redo.slice(-1), 'redoes'),
    // All steps are read from the list first. If one conflicts, it is decided later, and the steps before it
    // are reverted all the same.
    undoSteps(steps) {
      if (steps > 0) revertSteps(state.history.undo.slice(-steps), 'undoes');
      if (steps < 0) revertSteps(state.history.redo.slice(steps), 'redoes');
    },
    applyEvent(event) {
      const next = applyEvent(model, event);
      if (next !== model) update(next);
    },
    replaceDraft(next) {
      update(applyNextDraft(model, next));
      if (model.pending.length > 0) sender.schedule();
    },
    applyMissedChanges: ({ draft, changes }) =>
      update(draft === model.confirmed.draft ? applyMissedChanges(model, changes) : markOutdated(model, '')),
    retry() {
      update({ saving: model.pending.length === 0 ? 'saved' : 'saving' });
      sender.retry();
    },
    decideCollision(collision, keep) {
      const { isOfDraft = false, change, conflicts } = collision;
      const abandoned = keep === 'theirs' ? (change.undoes ?? []) : [];
      update({
        abandonedUndos: new Set([...model.abandonedUndos, ...abandoned]),
        collisions: model.collisions.filter((one) => one !== collision),
      });
      if (keep === 'mine') {
        const { id, ...made } = change;
        const patches = change.patches.map((patch) => rebasePatch(patch, conflicts));
        queueChange({ ...made, id: createRandomId(), patches, ...(isOfDraft && { settles: id }) });
      } else if (isOfDraft) {
        // If the server cannot be reached, the collision is shown again.
        resolveCollision(change.id).catch(() => update({ collisions: [...model.collisions, collision] }));
      }
    },
    stop() {
      sender.stop();
      unsentStorage.release();
    },
    discardUnsent: () => update({ pending: [], saving: 'saved' }),
    dismiss: (refused) => update({ refused: model.refused.filter((one) => one !== refused) }),
  };
}
