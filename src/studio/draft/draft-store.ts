import type { Documents } from '#engine';
import {
  applyPatches,
  type Change,
  type ChangeTitle,
  type OutdatedTexts,
  type Patch,
  withFittingExamples,
} from '#engine/editing/index.ts';
import { sendChange, settle } from '../api.ts';
import type {
  ConflictView,
  DraftChange,
  DraftView,
  FindingView,
  Person,
  Refusal,
  ReportView,
  StudioEvent,
  TakenChange,
} from '../protocol.ts';
import { NotAllowed, SignedOut, StoreFull } from '../request.ts';
import { type History, historyOf, type Made, type Step } from './history.ts';

/** Where one's changes are: all on the server's disk, on their way there, or waiting for a network, a sign-in, or a role that may. */
export type SaveState = 'saved' | 'saving' | 'offline' | 'store-full' | 'signed-out' | 'not-allowed';

/** A change that met another's: both are shown, and one is chosen. */
export interface Collision {
  readonly change: Change;
  readonly conflicts: readonly ConflictView[];
  /** It is the draft's, and everybody's: a version that became live met it. */
  readonly isOfDraft?: boolean;
}

/** A change that the server will never take. It is shown, so that what was typed can be taken from it. */
export interface RefusedChange {
  readonly change: Change;
  readonly reason: Refusal;
}

/** What the studio shows of the draft. */
export interface DraftState {
  readonly documents: Documents;
  /** The draft's id: it becomes another when it is published. */
  readonly draft: string;
  readonly version: number;
  readonly published: DraftView['published'];
  readonly changes: readonly TakenChange[];
  /** What the server has not taken yet, in order. */
  readonly unsent: readonly Change[];
  /** Translations that were out of date when the draft was begun. */
  readonly outdated: OutdatedTexts;
  readonly history: History;
  readonly saving: SaveState;
  readonly collisions: readonly Collision[];
  /** How often this page was told of a version that was made, went live, or was cancelled. */
  readonly versionsTold: number;
  /** What keeps the content as it was saved last from being taken up. */
  readonly refusedContent: readonly string[];
  readonly refused: readonly RefusedChange[];
  readonly report: ReportView | undefined;
  /** What is to be said of the draft since the last version that was proven, and was not before. */
  readonly brought: readonly FindingView[];
  /** How many pages have the studio open. */
  readonly present: number;
  /** Whoever has the studio open, oneself among them. */
  readonly people: readonly Person[];
  /** The draft has become another: it was published, and this page has to take up the new one. */
  readonly isOutdated: boolean;
  /** The page that published the draft before this one; empty: nobody heard which; absent: none did while this page was open. */
  readonly publishedBy?: string;
}

/** The draft as one page has it: what the server has taken, and on top what it has not yet. */
export interface DraftStore {
  /** The word that one's own changes go by. */
  readonly by: string;
  readonly getSnapshot: () => DraftState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Whoever types has left the place: what comes next there is a step of its own. */
  readonly endStep: () => void;
  /** Does something at once; it is on its way to the server within half a second. */
  readonly perform: (edit: Edit) => void;
  readonly undo: () => Step | undefined;
  readonly redo: () => Step | undefined;
  /** Takes back so many of one's own steps, the latest first; fewer than none: makes them again. What others did stays. */
  readonly goBack: (steps: number) => void;
  /** Takes up an event of the server. */
  readonly hear: (event: StudioEvent) => void;
  /** Takes up what happened while the page heard no events. */
  readonly catchUp: (view: Pick<DraftView, 'draft' | 'changes'>) => void;
  /** Goes on with the draft that there is: what is not sent yet goes there. */
  readonly takeUp: (view: DraftView) => void;
  /** Tries again what could not be sent: somebody has signed in, or may do it by now. */
  readonly retry: () => void;
  /** Settles a collision: with one's own version, or the other's. */
  readonly settle: (collision: Collision, keep: 'mine' | 'theirs') => void;
  /** Sends nothing more: the page draws another draft, or none. What is not sent is kept for the next one. */
  readonly stop: () => void;
  /** Lets go of all that is not sent: whoever made it may not. */
  readonly letGo: () => void;
  /** Lets go of a change that was refused. */
  readonly dismiss: (refused: RefusedChange) => void;
}

/** Something that a person does. */
export interface Edit {
  readonly title: ChangeTitle;
  readonly patches: readonly Patch[];
  readonly group?: string;
}

/** What outlives a reload of the page. */
export interface Keeping {
  readonly by: string;
  /** What pages that are gone could not send any more. */
  readonly takeUp: () => Promise<readonly Change[]>;
  readonly write: (pending: readonly Change[]) => void;
  /** Leaves what is kept to whichever page of its person is open next; what is still answered is taken from it. */
  readonly stop: () => void;
}

/** Keystrokes are gathered into one change until somebody pauses for so long, and no longer than that in all, should they not pause. */
const gatherMs = 400;
const longestGatherMs = 800;
const retryMs = 2_000;

/** Text that is typed into one place after a pause of this length is another step. */
const stepPauseMs = 30_000;

/** The store of a draft as the server gave it. What an earlier page could not send is sent now. */
export function createDraftStore(view: DraftView, keeping: Keeping): DraftStore {
  let { draft } = view;
  const listeners = new Set<() => void>();
  let confirmed = view.documents;
  let changes = view.changes;
  let pending: readonly Change[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  /** Until when the first keystroke that was gathered waits; undefined: none does. */
  let gatheredUntil: number | undefined;
  let underWay: string | undefined;
  /** Counts the times that somebody has signed in, or got a role, since the page was opened. */
  let retries = 0;
  /** The step that is typed at: a page that is loaded anew begins another. */
  let typing = { id: newId(), at: Date.now() };
  /** What was told of a draft before this page has it, or before the change that comes first: an answer may be overtaken by events. */
  let early: readonly DraftChange[] = [];
  let proven: ReportView | undefined;
  /** Changes of one's own that one would have taken back, and left as another has them by now. */
  const passed = new Set<string>();
  /** Changes that may have reached the server, so that nothing can be added to them any more. */
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
    collisions: ofDraft(view),
    versionsTold: 0,
    refusedContent: view.content.refused,
    refused: [],
    report: undefined,
    brought: [],
    present: 1,
    people: [],
    isOutdated: false,
  };

  function update(part: Partial<DraftState> = {}): void {
    let documents = confirmed;
    const unsent: Made[] = [];
    for (const change of pending) {
      const applied = applyPatches(documents, change.patches);
      // The server tells where it collides, once it has it.
      if (!applied.ok) continue;
      documents = applied.documents;
      unsent.push({ change, inverse: applied.inverse });
    }
    const own = changes
      .filter(({ by, id }) => by === keeping.by && !passed.has(id))
      .map((change) => ({ change, inverse: change.inverse }));
    const history = historyOf([...own, ...unsent]);
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
    // What nobody has decided on yet is sent again by the next page, and met again.
    const undecided = state.collisions.filter(({ isOfDraft }) => !isOfDraft);
    keeping.write([...undecided.map(({ change }) => change), ...pending]);
    for (const listener of listeners) listener();
  }

  function add(change: Change): void {
    const last = pending.at(-1);
    const isSame =
      last !== undefined &&
      change.group !== undefined &&
      last.group === change.group &&
      !attempted.has(last.id);
    pending = isSame ? [...pending.slice(0, -1), joined(last, change)] : [...pending, change];
    update({ saving: state.saving === 'saved' ? 'saving' : state.saving });
    gatheredUntil ??= Date.now() + longestGatherMs;
    schedule(Math.min(gatherMs, gatheredUntil - Date.now()));
  }

  /** A change that belongs to another one goes by that one's id alone. */
  function groupNow(group: string): string {
    const isOfChange = [...changes, ...pending].some(({ id }) => id === group);
    return isOfChange ? group : `${group} ${typing.id}`;
  }

  function hearReport(report: ReportView): void {
    if (!report.isProven) {
      update({ report });
      return;
    }
    const known = new Set((proven ?? report).findings.map(sayingOf));
    const isOther = proven === undefined || proven.version !== report.version;
    proven = report;
    update({
      report,
      ...(isOther && { brought: report.findings.filter((finding) => !known.has(sayingOf(finding))) }),
    });
  }

  function schedule(ms: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void flush(), ms);
  }

  async function flush(): Promise<void> {
    const [change] = pending;
    gatheredUntil = undefined;
    if (change === undefined || underWay !== undefined || isStopped) return;
    underWay = change.id;
    attempted.add(change.id);
    const sentTo = draft;
    const retriesBefore = retries;
    try {
      const answer = await sendChange({ draft: sentTo, by: keeping.by, change });
      underWay = undefined;
      if (answer.kind === 'other-draft') {
        // This page may have gone on with the next one while the answer was on its way.
        if (sentTo !== draft) return schedule(0);
        return outdate('');
      }
      pending = pending.filter(({ id }) => id !== change.id);
      // What an earlier draft took stands in this one.
      if (answer.kind === 'taken' && sentTo === draft) confirm({ draft, change: answer.change });
      const { conflicts, reason } = { conflicts: undefined, reason: undefined, ...answer };
      const collisions = conflicts
        ? withCollision(state.collisions, { change, conflicts })
        : state.collisions;
      const refused = reason ? [...state.refused, { change, reason }] : state.refused;
      update({ collisions, refused, saving: pending.length === 0 ? 'saved' : 'saving' });
      if (pending.length > 0) schedule(0);
    } catch (error) {
      underWay = undefined;
      // A refusal of what was sent before somebody signed in says nothing of who they are now.
      const isOutdated = retries !== retriesBefore;
      if (isOutdated && (error instanceof SignedOut || error instanceof NotAllowed)) schedule(0);
      else if (error instanceof SignedOut) update({ saving: 'signed-out' });
      else if (error instanceof NotAllowed) update({ saving: 'not-allowed' });
      else {
        update({ saving: error instanceof StoreFull ? 'store-full' : 'offline' });
        schedule(retryMs);
      }
    }
  }

  /** Events and answers bring the same change, in either order; each is taken up when its turn comes. */
  function confirm(...told: readonly DraftChange[]): void {
    early = [...early, ...told];
    for (let next = nextOf(early); next !== undefined; next = nextOf(early)) {
      const applied = applyPatches(confirmed, next.patches);
      if (!applied.ok) break;
      confirmed = applied.documents;
      changes = [...changes, next];
    }
    early = early.filter((one) => one.draft !== draft || one.change.version > changes.length);
  }

  function nextOf(told: readonly DraftChange[]): TakenChange | undefined {
    return told.find((one) => one.draft === draft && one.change.version === changes.length + 1)?.change;
  }

  /** Another draft has taken this one's place: whatever comes is of that one. */
  function outdate(page: string): void {
    const publishedBy = page || (state.isOutdated ? state.publishedBy : undefined) || '';
    update({ isOutdated: true, publishedBy });
  }

  function takeSteps(steps: readonly Step[], mark: 'undoes' | 'redoes'): Step | undefined {
    for (const { title, patches, changes } of steps.toReversed())
      add({ id: newId(), title, patches, [mark]: changes });
    return steps.at(-1);
  }

  /** What another page has left goes before what this one has done since. */
  async function takeUpLeft(): Promise<void> {
    const left = await keeping.takeUp();
    const known = new Set([...changes, ...pending].map(({ id }) => id));
    pending = [...left.filter(({ id }) => !known.has(id)), ...pending];
    if (pending.length === 0) return;
    update({ saving: state.saving === 'saved' ? 'saving' : state.saving });
    schedule(0);
  }

  update();
  void takeUpLeft();

  return {
    by: keeping.by,
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    endStep() {
      typing = { id: newId(), at: Date.now() };
    },
    perform({ title, patches: made, group }) {
      // Whoever writes the documents themselves writes the examples as well.
      const patches = title.key === 'json' ? made : withFittingExamples(state.documents, made);
      if (patches.length === 0) return;
      const now = Date.now();
      typing = { id: now - typing.at > stepPauseMs ? newId() : typing.id, at: now };
      add({ id: newId(), title, patches, ...(group !== undefined && { group: groupNow(group) }) });
    },
    undo: () => takeSteps(state.history.undo.slice(-1), 'undoes'),
    redo: () => takeSteps(state.history.redo.slice(-1), 'redoes'),
    // Taken from the list as it stands: a step that meets another's change is decided on later, and those before it go on.
    goBack(steps) {
      if (steps > 0) takeSteps(state.history.undo.slice(-steps), 'undoes');
      if (steps < 0) takeSteps(state.history.redo.slice(steps), 'redoes');
    },
    hear(event) {
      if (event.kind === 'change') {
        if (event.draft === draft) pending = pending.filter(({ id }) => id !== event.change.id);
        confirm(event);
        update({ saving: pending.length === 0 && state.saving === 'saving' ? 'saved' : state.saving });
      } else if (event.kind === 'report') hearReport(event.report);
      else if (event.kind === 'present') update({ present: event.count, people: event.people });
      else if (event.kind === 'presence')
        update({ present: event.count, people: peopleWith(state.people, event) });
      else if (event.kind === 'signed-out') update({ saving: 'signed-out' });
      else if (event.kind === 'other-draft') {
        if (event.draft === draft) update({ publishedBy: event.page });
        else outdate(event.page);
      } else if (event.kind === 'content') update({ refusedContent: event.refused });
      else if (event.kind === 'settled')
        update({ collisions: state.collisions.filter(({ change }) => change.id !== event.id) });
      else if (event.kind === 'version') update({ versionsTold: state.versionsTold + 1 });
    },
    takeUp(next) {
      early = early.filter((one) => one.draft !== draft || next.draft === draft);
      draft = next.draft;
      ({ documents: confirmed, changes } = next);
      confirm();
      const known = new Set(changes.map(({ id }) => id));
      pending = pending.filter(({ id }) => !known.has(id));
      const { published, outdated } = next;
      const saving = state.saving === 'signed-out' || pending.length > 0 ? state.saving : 'saved';
      const collisions = [...state.collisions.filter(({ isOfDraft }) => !isOfDraft), ...ofDraft(next)];
      const refusedContent = next.content.refused;
      update({ published, outdated, saving, collisions, refusedContent, isOutdated: false });
      if (pending.length > 0) schedule(0);
    },
    catchUp({ draft: current, changes: all }) {
      if (current !== draft) return outdate('');
      const known = new Set(all.map(({ id }) => id));
      pending = pending.filter(({ id }) => !known.has(id));
      confirm(...all.map((change) => ({ draft, change })));
      update({ saving: pending.length === 0 && state.saving !== 'signed-out' ? 'saved' : state.saving });
    },
    retry() {
      retries += 1;
      update({ saving: pending.length === 0 ? 'saved' : 'saving' });
      void flush();
    },
    settle(collision, keep) {
      if (keep === 'theirs') for (const id of collision.change.undoes ?? []) passed.add(id);
      update({ collisions: state.collisions.filter((one) => one !== collision) });
      const { isOfDraft = false, change, conflicts } = collision;
      if (keep === 'mine') {
        const { id, ...made } = change;
        const patches = change.patches.map((patch) => renewed(patch, conflicts));
        add({ ...made, id: newId(), patches, ...(isOfDraft && { settles: id }) });
      } else if (isOfDraft) {
        // Where the server cannot be reached it is asked again.
        settle(change.id).catch(() => update({ collisions: [...state.collisions, collision] }));
      }
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      keeping.stop();
    },
    letGo() {
      pending = [];
      update({ saving: 'saved' });
    },
    dismiss: (refused) => update({ refused: state.refused.filter((one) => one !== refused) }),
  };
}

/** What a version that became live met in the draft, and nobody has decided yet. */
function ofDraft({ collisions }: Pick<DraftView, 'collisions'>): readonly Collision[] {
  return collisions.map(({ change, conflicts }) => ({ change, conflicts, isOfDraft: true }));
}

/** One collision for a place: what is typed there on meets the other's again. */
function withCollision(collisions: readonly Collision[], met: Collision): readonly Collision[] {
  const isTyped = ({ change, isOfDraft }: Collision) =>
    !isOfDraft && change.undoes === undefined && change.redoes === undefined;
  const earlier = collisions.find(
    (one) => isTyped(one) && isTyped(met) && placesOf(one.change) === placesOf(met.change),
  );
  if (earlier === undefined) return [...collisions, met];
  const change = joined(earlier.change, met.change);
  return collisions.map((one) => (one === earlier ? { ...met, change } : one));
}

function placesOf({ patches }: Change): string {
  return JSON.stringify(patches.map(({ file, path }) => [file, path]));
}

/** A patch that is made again, knowing what the other has done. */
function renewed(patch: Patch, conflicts: readonly ConflictView[]): Patch {
  const met = conflicts.find((conflict) => isSamePlace(conflict.patch, patch));
  if (met === undefined) return patch;
  const { before: _before, ...rest } = patch;
  return met.current === undefined ? rest : { ...rest, before: met.current };
}

/** Two changes as one: each place from what it was to what it became in the end. */
function joined(first: Change, second: Change): Change {
  const patches = [...first.patches];
  for (const patch of second.patches) {
    const at = patches.findIndex((one) => isSamePlace(one, patch));
    const earlier = patches[at];
    if (earlier === undefined) patches.push(patch);
    else {
      const { after: _after, ...rest } = earlier;
      patches[at] = patch.after === undefined ? rest : { ...rest, after: patch.after };
    }
  }
  // Another page may have taken up the first by itself, and sent it: as it was then.
  return { ...first, id: newId(), patches };
}

function isSamePlace(one: Patch, other: Patch): boolean {
  return one.file === other.file && JSON.stringify(one.path) === JSON.stringify(other.path);
}

/** Of random bytes: `randomUUID` is not there on a page that came over plain HTTP. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What a finding says, wherever it stands by now. */
function sayingOf({ code, file, reason }: FindingView): string {
  return `${code} ${file} ${reason}`;
}

/** Returns the people who have the studio open, after a difference of presence. */
function peopleWith(
  people: readonly Person[],
  { here, gone }: Extract<StudioEvent, { readonly kind: 'presence' }>,
): readonly Person[] {
  const others = [...gone, ...here.map(({ page }) => page)];
  return [...people.filter(({ page }) => !others.includes(page)), ...here];
}
