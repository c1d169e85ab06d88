import type { Documents } from '#engine';
import {
  addFittingExamples,
  applyPatches,
  type Change,
  type ChangeTitle,
  type OutdatedTexts,
  type Patch,
} from '#engine/editing/index.ts';
import type { FindingView } from '../../api/findings.ts';
import type {
  AcceptedChange,
  ChangeRefusal,
  ConflictView,
  DraftChange,
  DraftView,
  PresentPerson,
  ReportView,
  StudioEvent,
} from '../../api/studio.ts';
import { NotAllowed, SignedOut, StoreFull } from '../ui/ask/request.ts';
import { resolveCollision, sendChange } from './api.ts';
import { buildUndoHistory, type RevertibleChange, type UndoHistory, type UndoStep } from './history.ts';

/**
 * The state of this person's changes: all stored by the server, being sent, or waiting for the network, disk
 * space, a sign-in or a permission.
 */
export type SaveState = 'saved' | 'saving' | 'offline' | 'store-full' | 'signed-out' | 'not-allowed';

/** A change that conflicts with somebody else's. Both are shown, and a person chooses one. */
export interface Collision {
  readonly change: Change;
  /** The patches of the change whose values somebody else has changed, with the current values. */
  readonly conflicts: readonly ConflictView[];
  /**
   * True if the collision belongs to the draft and not to this page: a version that went live conflicts with
   * it.
   */
  readonly isOfDraft?: boolean;
}

/** A change that the server will never accept. It is shown so that its content can be copied. */
export interface RefusedChange {
  readonly change: Change;
  readonly reason: ChangeRefusal;
}

export interface DraftState {
  /** The documents with the unsent changes applied. */
  readonly documents: Documents;
  /** The draft's id. It changes when the draft is published. */
  readonly draft: string;
  /** The number of changes that the server has accepted. */
  readonly version: number;
  /** The live version. */
  readonly published: DraftView['published'];
  /** The changes that the server has accepted since the draft was begun, the first one first. */
  readonly changes: readonly AcceptedChange[];
  /** Changes that the server has not accepted yet, in order. */
  readonly unsent: readonly Change[];
  /** The translations that were out of date when the draft was begun. */
  readonly outdated: OutdatedTexts;
  /** The steps that this person can undo and redo in this browser. */
  readonly history: UndoHistory;
  readonly saving: SaveState;
  readonly collisions: readonly Collision[];
  /** The number of version events (made, went live, cancelled) that this page has received. */
  readonly versionEventCount: number;
  /** The errors that prevent the latest saved content from being used. */
  readonly refusedContent: readonly string[];
  /** The changes that the server has refused and that were not dismissed. */
  readonly refused: readonly RefusedChange[];
  /** The latest report of the checks, perhaps of an earlier version. Undefined until the first one. */
  readonly report: ReportView | undefined;
  /** Findings of the last proven version that the proven version before it did not have. */
  readonly newFindings: readonly FindingView[];
  /** The number of open studio pages. */
  readonly present: number;
  /** The people who have the studio open, including the person themselves. */
  readonly people: readonly PresentPerson[];
  /** True if the draft was replaced, and this page has to load the new one. */
  readonly isOutdated: boolean;
  /**
   * The id of the page that published the previous draft. Empty if unknown. Absent if none did while this
   * page was open.
   */
  readonly publishedBy?: string;
}

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

/**
 * Edits are collected until a pause of `gatherMs`, but for at most `longestGatherMs`, before they are sent.
 */
const gatherMs = 400;
const longestGatherMs = 800;
/** The pause before a failed change is sent again, in milliseconds. */
const retryMs = 2_000;

/** After a pause of this length, typing in the same field starts a new undo step. */
const stepPauseMs = 30_000;

/** Creates the store of a draft, and at once sends the unsent changes of pages that were closed. */
export function createStudioDraftStore(
  view: DraftView,
  unsentStorage: UnsentChangesStorage,
): StudioDraftStore {
  let { draft } = view;
  const listeners = new Set<() => void>();
  let confirmed = view.documents;
  let changes = view.changes;
  let pending: readonly Change[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  /** The latest time for sending the collected keystrokes. Undefined if there are none. */
  let gatheredUntil: number | undefined;
  let sendingId: string | undefined;
  /** The number of times that somebody has signed in or got a role since the page was opened. */
  let retries = 0;
  /** The undo step of the current typing. A reloaded page starts a new one. */
  let typing = { id: createRandomId(), at: Date.now() };
  /**
   * Changes that cannot be applied yet: their draft is not loaded, or an earlier change is missing. Events
   * may overtake answers.
   */
  let unappliedChanges: readonly DraftChange[] = [];
  let proven: ReportView | undefined;
  /** Changes that this person wanted to undo, before they decided a conflict in favour of somebody else. */
  const abandonedUndos = new Set<string>();
  /** Changes that may have reached the server, so that nothing can be merged into them. */
  const attempted = new Set<string>();
  let state: DraftState = {
    documents: confirmed,
    draft,
    version: view.version,
    published: view.published,
    changes,
    unsent: [],
    outdated: view.outdated,
    history: { undo: [], redo: [] },
    saving: 'saved',
    collisions: listDraftCollisions(view),
    versionEventCount: 0,
    refusedContent: view.content.refused,
    refused: [],
    report: undefined,
    newFindings: [],
    present: 1,
    people: [],
    isOutdated: false,
  };

  /**
   * Replaces parts of the state, computes its other parts from the changes, stores the unsent changes and
   * notifies the listeners.
   */
  function updateState(part: Partial<DraftState> = {}): void {
    let documents = confirmed;
    const unsent: RevertibleChange[] = [];
    for (const change of pending) {
      const applied = applyPatches(documents, change.patches);
      // The server reports the collision once it has received the change.
      if (!applied.ok) continue;
      documents = applied.documents;
      unsent.push({ change, inverse: applied.inverse });
    }
    const own = changes
      .filter(({ by, id }) => by === unsentStorage.by && !abandonedUndos.has(id))
      .map((change) => ({ change, inverse: change.inverse }));
    const history = buildUndoHistory([...own, ...unsent]);
    state = {
      ...state,
      ...part,
      draft,
      documents,
      changes,
      unsent: pending,
      version: changes.length,
      history,
    };
    // Undecided changes are stored as well. The next page sends them again and gets the same conflicts.
    const undecided = state.collisions.filter(({ isOfDraft }) => !isOfDraft);
    unsentStorage.write([...undecided.map(({ change }) => change), ...pending]);
    for (const listener of listeners) listener();
  }

  /**
   * Applies a change and schedules its sending. Continued typing is merged into the last unsent change,
   * unless that may have reached the server.
   */
  function queueChange(change: Change): void {
    const last = pending.at(-1);
    const isSame =
      last !== undefined &&
      change.group !== undefined &&
      last.group === change.group &&
      !attempted.has(last.id);
    pending = isSame ? [...pending.slice(0, -1), mergeChanges(last, change)] : [...pending, change];
    updateState({ saving: state.saving === 'saved' ? 'saving' : state.saving });
    gatheredUntil ??= Date.now() + longestGatherMs;
    scheduleSending(Math.min(gatherMs, gatheredUntil - Date.now()));
  }

  /**
   * Returns the group id of a change: the group and the id of the current undo step. If the group is the id
   * of another change, it is returned unchanged, because both changes are one undo step.
   */
  function getGroupId(group: string): string {
    const isOfChange = [...changes, ...pending].some(({ id }) => id === group);
    return isOfChange ? group : `${group} ${typing.id}`;
  }

  /**
   * Stores a report of the server in the state. A proven report of another version also replaces the new
   * findings: those that the proven report before it did not have; none for the first one.
   */
  function applyReport(report: ReportView): void {
    if (!report.isProven) {
      updateState({ report });
      return;
    }
    const known = new Set((proven ?? report).findings.map(getFindingKey));
    const isOther = proven === undefined || proven.version !== report.version;
    proven = report;
    updateState({
      report,
      ...(isOther && {
        newFindings: report.findings.filter((finding) => !known.has(getFindingKey(finding))),
      }),
    });
  }

  /**
   * Sends the first unsent change after a delay, in place of an earlier schedule. Schedules nothing after
   * `stop`.
   */
  function scheduleSending(delayMs: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void sendNextChange(), delayMs);
  }

  /**
   * Sends the first unsent change and stores the answer in the state: accepted, collision or refused. If
   * others follow, schedules the next one. If the draft was replaced, marks it as outdated. After a failure,
   * tries again later, or waits for `retry` if a sign-in or a permission is missing. Does nothing while
   * another change is being sent, and after `stop`.
   */
  async function sendNextChange(): Promise<void> {
    const [change] = pending;
    gatheredUntil = undefined;
    if (change === undefined || sendingId !== undefined || isStopped) return;
    sendingId = change.id;
    attempted.add(change.id);
    const sentTo = draft;
    const retriesBefore = retries;
    try {
      const answer = await sendChange({ draft: sentTo, by: unsentStorage.by, change });
      sendingId = undefined;
      if (answer.kind === 'other-draft') {
        // This page may have loaded the next draft while the answer was on its way.
        if (sentTo !== draft) return scheduleSending(0);
        return markOutdated('');
      }
      pending = pending.filter(({ id }) => id !== change.id);
      // A change that an earlier draft accepted is already part of this one.
      if (answer.kind === 'taken' && sentTo === draft) applyAccepted({ draft, change: answer.change });
      const { conflicts, reason } = { conflicts: undefined, reason: undefined, ...answer };
      const collisions = conflicts ? addCollision(state.collisions, { change, conflicts }) : state.collisions;
      const refused = reason ? [...state.refused, { change, reason }] : state.refused;
      updateState({ collisions, refused, saving: pending.length === 0 ? 'saved' : 'saving' });
      if (pending.length > 0) scheduleSending(0);
    } catch (error) {
      sendingId = undefined;
      // A refusal of a request from before a sign-in says nothing about the person who is signed in now.
      const isOutdated = retries !== retriesBefore;
      if (isOutdated && (error instanceof SignedOut || error instanceof NotAllowed)) scheduleSending(0);
      else if (error instanceof SignedOut) updateState({ saving: 'signed-out' });
      else if (error instanceof NotAllowed) updateState({ saving: 'not-allowed' });
      else {
        updateState({ saving: error instanceof StoreFull ? 'store-full' : 'offline' });
        scheduleSending(retryMs);
      }
    }
  }

  /**
   * Applies accepted changes in the order of their versions; a change waits until the earlier ones arrive.
   * The same change arrives by event and by answer, in either order, and is applied once. Does not notify the
   * listeners.
   */
  function applyAccepted(...accepted: readonly DraftChange[]): void {
    unappliedChanges = [...unappliedChanges, ...accepted];
    for (
      let next = findNextVersion(unappliedChanges);
      next !== undefined;
      next = findNextVersion(unappliedChanges)
    ) {
      const applied = applyPatches(confirmed, next.patches);
      if (!applied.ok) break;
      confirmed = applied.documents;
      changes = [...changes, next];
    }
    unappliedChanges = unappliedChanges.filter(
      (one) => one.draft !== draft || one.change.version > changes.length,
    );
  }

  /** Returns the change with the next version of this draft. Undefined if it is missing. */
  function findNextVersion(candidates: readonly DraftChange[]): AcceptedChange | undefined {
    return candidates.find((one) => one.draft === draft && one.change.version === changes.length + 1)?.change;
  }

  /**
   * Marks the draft as replaced by another one.
   * @param page The id of the page that published it. Empty if unknown.
   */
  function markOutdated(page: string): void {
    const publishedBy = page || (state.isOutdated ? state.publishedBy : undefined) || '';
    updateState({ isOutdated: true, publishedBy });
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

  /** Claims the unsent changes of closed pages and sends them before those of this page. */
  async function claimAbandonedChanges(): Promise<void> {
    const left = await unsentStorage.claimAbandoned();
    const known = new Set([...changes, ...pending].map(({ id }) => id));
    pending = [...left.filter(({ id }) => !known.has(id)), ...pending];
    if (pending.length === 0) return;
    updateState({ saving: state.saving === 'saved' ? 'saving' : state.saving });
    scheduleSending(0);
  }

  updateState();
  void claimAbandonedChanges();

  return {
    by: unsentStorage.by,
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
      queueChange({
        id: createRandomId(),
        title,
        patches,
        ...(group !== undefined && { group: getGroupId(group) }),
      });
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
      if (event.kind === 'change') {
        if (event.draft === draft) pending = pending.filter(({ id }) => id !== event.change.id);
        applyAccepted(event);
        updateState({ saving: pending.length === 0 && state.saving === 'saving' ? 'saved' : state.saving });
      } else if (event.kind === 'report') applyReport(event.report);
      else if (event.kind === 'present') updateState({ present: event.count, people: event.people });
      else if (event.kind === 'presence')
        updateState({ present: event.count, people: applyPresence(state.people, event) });
      else if (event.kind === 'signed-out') updateState({ saving: 'signed-out' });
      else if (event.kind === 'other-draft') {
        if (event.draft === draft) updateState({ publishedBy: event.page });
        else markOutdated(event.page);
      } else if (event.kind === 'content') updateState({ refusedContent: event.refused });
      else if (event.kind === 'settled')
        updateState({ collisions: state.collisions.filter(({ change }) => change.id !== event.id) });
      else if (event.kind === 'version') updateState({ versionEventCount: state.versionEventCount + 1 });
    },
    replaceDraft(next) {
      unappliedChanges = unappliedChanges.filter((one) => one.draft !== draft || next.draft === draft);
      draft = next.draft;
      ({ documents: confirmed, changes } = next);
      applyAccepted();
      const known = new Set(changes.map(({ id }) => id));
      pending = pending.filter(({ id }) => !known.has(id));
      const { published, outdated } = next;
      const saving = state.saving === 'signed-out' || pending.length > 0 ? state.saving : 'saved';
      const collisions = [
        ...state.collisions.filter(({ isOfDraft }) => !isOfDraft),
        ...listDraftCollisions(next),
      ];
      const refusedContent = next.content.refused;
      updateState({ published, outdated, saving, collisions, refusedContent, isOutdated: false });
      if (pending.length > 0) scheduleSending(0);
    },
    applyMissedChanges({ draft: current, changes: all }) {
      if (current !== draft) return markOutdated('');
      const known = new Set(all.map(({ id }) => id));
      pending = pending.filter(({ id }) => !known.has(id));
      applyAccepted(...all.map((change) => ({ draft, change })));
      updateState({ saving: pending.length === 0 && state.saving !== 'signed-out' ? 'saved' : state.saving });
    },
    retry() {
      retries += 1;
      updateState({ saving: pending.length === 0 ? 'saved' : 'saving' });
      void sendNextChange();
    },
    decideCollision(collision, keep) {
      if (keep === 'theirs') for (const id of collision.change.undoes ?? []) abandonedUndos.add(id);
      updateState({ collisions: state.collisions.filter((one) => one !== collision) });
      const { isOfDraft = false, change, conflicts } = collision;
      if (keep === 'mine') {
        const { id, ...made } = change;
        const patches = change.patches.map((patch) => rebasePatch(patch, conflicts));
        queueChange({ ...made, id: createRandomId(), patches, ...(isOfDraft && { settles: id }) });
      } else if (isOfDraft) {
        // If the server cannot be reached, the collision is shown again.
        resolveCollision(change.id).catch(() =>
          updateState({ collisions: [...state.collisions, collision] }),
        );
      }
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      unsentStorage.release();
    },
    discardUnsent() {
      pending = [];
      updateState({ saving: 'saved' });
    },
    dismiss: (refused) => updateState({ refused: state.refused.filter((one) => one !== refused) }),
  };
}

/** Returns the undecided conflicts between the draft and a version that went live. */
function listDraftCollisions({ collisions }: Pick<DraftView, 'collisions'>): readonly Collision[] {
  return collisions.map(({ change, conflicts }) => ({ change, conflicts, isOfDraft: true }));
}

/**
 * Returns the collisions with one more. Repeated typing into the same values is merged into one collision
 * with the latest conflicts, because it causes many.
 */
function addCollision(collisions: readonly Collision[], added: Collision): readonly Collision[] {
  /** Returns true for a collision of this page whose change neither undoes nor redoes anything. */
  const isFromTyping = ({ change, isOfDraft }: Collision) =>
    !isOfDraft && change.undoes === undefined && change.redoes === undefined;
  const earlier = collisions.find(
    (one) =>
      isFromTyping(one) &&
      isFromTyping(added) &&
      getPositionsKey(one.change) === getPositionsKey(added.change),
  );
  if (earlier === undefined) return [...collisions, added];
  const change = mergeChanges(earlier.change, added.change);
  return collisions.map((one) => (one === earlier ? { ...added, change } : one));
}

/**
 * Returns a key that is equal for changes with patches at the same positions of the same documents, in the
 * same order.
 */
function getPositionsKey({ patches }: Change): string {
  return JSON.stringify(patches.map(({ file, path }) => [file, path]));
}

/**
 * Returns the patch with the other person's value as its expected previous value; unchanged if it is not in
 * conflict.
 */
function rebasePatch(patch: Patch, conflicts: readonly ConflictView[]): Patch {
  const met = conflicts.find((conflict) => changeSameValue(conflict.patch, patch));
  if (met === undefined) return patch;
  const { before: _before, ...rest } = patch;
  return met.current === undefined ? rest : { ...rest, before: met.current };
}

/**
 * Returns one change with a new id, the title and group of the first change, and the effect of both in
 * succession.
 */
function mergeChanges(first: Change, second: Change): Change {
  const patches = [...first.patches];
  for (const patch of second.patches) {
    const at = patches.findIndex((one) => changeSameValue(one, patch));
    const earlier = patches[at];
    if (earlier === undefined) patches.push(patch);
    else {
      const { after: _after, ...rest } = earlier;
      patches[at] = patch.after === undefined ? rest : { ...rest, after: patch.after };
    }
  }
  // The merged change needs a new id, because another page may have claimed and sent the first one alone.
  return { ...first, id: createRandomId(), patches };
}

/** Returns true if two patches change the same position of the same document. */
function changeSameValue(one: Patch, other: Patch): boolean {
  return one.file === other.file && JSON.stringify(one.path) === JSON.stringify(other.path);
}

/**
 * Returns a random id of 32 hexadecimal digits. `crypto.randomUUID` is not available on pages over plain
 * HTTP.
 */
export function createRandomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns a key that identifies a finding, even if its position in the document changes. */
function getFindingKey({ code, file, reason }: FindingView): string {
  return `${code} ${file} ${reason}`;
}

/** Returns the people with those who arrived or moved (`here`), and without those who left (`gone`). */
function applyPresence(
  people: readonly PresentPerson[],
  { here, gone }: Extract<StudioEvent, { readonly kind: 'presence' }>,
): readonly PresentPerson[] {
  const others = [...gone, ...here.map(({ page }) => page)];
  return [...people.filter(({ page }) => !others.includes(page)), ...here];
}
