import type { Documents } from '#engine';
import { applyPatches, type Change, type OutdatedTexts } from '#engine/editing/index.ts';
import type { FindingView } from '../../api/findings.ts';
import type {
  AcceptedChange,
  ChangeAnswer,
  ChangeRefusal,
  DraftView,
  PresentPerson,
  ReportView,
  StudioEvent,
} from '../../api/studio.ts';
import type { SaveFailure } from './change-sender.ts';
import { addCollision, type Collision, listDraftCollisions } from './collisions.ts';
import { acceptChanges, type ConfirmedDraft, replaceConfirmed } from './confirmed-draft.ts';
import { buildUndoHistory, type RevertibleChange, type UndoHistory } from './history.ts';

/**
 * The state of this person's changes: all stored by the server, being sent, or waiting for the network, disk
 * space, a sign-in or a permission.
 */
export type SaveState = 'saved' | 'saving' | SaveFailure;

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
  /** The number of events about lists that come from addresses, and about saved content. */
  readonly sourceEventCount: number;
  /** The live lists whose address gives no usable answer, by their names. */
  readonly faultySources: readonly string[];
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

/** The members of the state that follow from the changes. */
type DerivedMember = 'draft' | 'documents' | 'changes' | 'version' | 'unsent' | 'history';

/** The source of the state. The functions below return the model after something has happened. */
export interface DraftModel extends Omit<DraftState, DerivedMember> {
  readonly confirmed: ConfirmedDraft;
  /** Changes that the server has not accepted yet, in order. */
  readonly pending: readonly Change[];
  /** Changes that this person wanted to undo, before they decided a conflict in favour of somebody else. */
  readonly abandonedUndos: ReadonlySet<string>;
  /** The last report that was proven. */
  readonly proven: ReportView | undefined;
}

/** Returns the model of a draft that was just loaded, without unsent changes. */
export function createDraftModel(view: DraftView): DraftModel {
  const { draft, documents, changes } = view;
  return {
    confirmed: { draft, documents, changes, unapplied: [] },
    pending: [],
    abandonedUndos: new Set(),
    proven: undefined,
    published: view.published,
    outdated: view.outdated,
    saving: 'saved',
    collisions: listDraftCollisions(view),
    versionEventCount: 0,
    sourceEventCount: 0,
    faultySources: view.faultySources ?? [],
    refusedContent: view.content.refused,
    refused: [],
    report: undefined,
    newFindings: [],
    present: 1,
    people: [],
    isOutdated: false,
  };
}

/**
 * Computes the state.
 * @param by The id of this person in this browser.
 */
export function toDraftState(model: DraftModel, by: string): DraftState {
  const { confirmed, pending, abandonedUndos, proven: _proven, ...rest } = model;
  const { draft, changes } = confirmed;
  const { documents, unsent } = applyUnsent(confirmed.documents, pending);
  const own = changes
    .filter((change) => change.by === by && !abandonedUndos.has(change.id))
    .map((change) => ({ change, inverse: change.inverse }));
  const history = buildUndoHistory([...own, ...unsent]);
  return { ...rest, draft, documents, changes, unsent: pending, version: changes.length, history };
}

/** Applies unsent changes to the documents. Returns those that apply, with the patches that revert them. */
function applyUnsent(
  documents: Documents,
  pending: readonly Change[],
): { readonly documents: Documents; readonly unsent: readonly RevertibleChange[] } {
  const unsent: RevertibleChange[] = [];
  let current = documents;
  for (const change of pending) {
    const applied = applyPatches(current, change.patches);
    // The server reports the collision once it has received the change.
    if (!applied.ok) continue;
    current = applied.documents;
    unsent.push({ change, inverse: applied.inverse });
  }
  return { documents: current, unsent };
}

/** Returns the model after an event of the server; the same object if the event does not concern it. */
export function applyEvent(model: DraftModel, event: StudioEvent): DraftModel {
  switch (event.kind) {
    case 'change': {
      const pending =
        event.draft === model.confirmed.draft
          ? withoutAccepted(model.pending, [event.change])
          : model.pending;
      return {
        ...model,
        pending,
        confirmed: acceptChanges(model.confirmed, [event]),
        saving: pending.length === 0 && model.saving === 'saving' ? 'saved' : model.saving,
      };
    }
    case 'report':
      return applyReport(model, event.report);
    case 'present':
      return { ...model, present: event.count, people: event.people };
    case 'presence':
      return { ...model, present: event.count, people: applyPresence(model.people, event) };
    case 'signed-out':
      return { ...model, saving: 'signed-out' };
    case 'other-draft':
      return event.draft === model.confirmed.draft
        ? { ...model, publishedBy: event.page }
        : markOutdated(model, event.page);
    case 'content':
      return { ...model, refusedContent: event.refused, sourceEventCount: model.sourceEventCount + 1 };
    case 'sources':
      return {
        ...model,
        sourceEventCount: model.sourceEventCount + 1,
        faultySources: event.faulty,
      };
    case 'settled':
      return { ...model, collisions: model.collisions.filter(({ change }) => change.id !== event.id) };
    case 'version':
      return { ...model, versionEventCount: model.versionEventCount + 1 };
    default:
      return model;
  }
}

/**
 * Returns the model with the result of sending a change: accepted, in collision or refused.
 * @param sent The change, and the draft that it was sent to. Another draft may have been loaded since.
 */
export function applyAnswer(
  model: DraftModel,
  sent: { readonly draft: string; readonly change: Change },
  answer: Exclude<ChangeAnswer, { readonly kind: 'other-draft' }>,
): DraftModel {
  const { draft, change } = sent;
  const pending = model.pending.filter(({ id }) => id !== change.id);
  const next: DraftModel = { ...model, pending, saving: pending.length === 0 ? 'saved' : 'saving' };
  if (answer.kind === 'conflict') {
    const collisions = addCollision(model.collisions, { change, conflicts: answer.conflicts });
    return { ...next, collisions };
  }
  if (answer.kind === 'refused')
    return { ...next, refused: [...model.refused, { change, reason: answer.reason }] };
  // A change that an earlier draft accepted is already part of this one.
  if (draft !== model.confirmed.draft) return next;
  return { ...next, confirmed: acceptChanges(model.confirmed, [{ draft, change: answer.change }]) };
}

/** Returns the model with the changes of its draft that happened while no events were received. */
export function applyMissedChanges(model: DraftModel, changes: readonly AcceptedChange[]): DraftModel {
  const { draft } = model.confirmed;
  const pending = withoutAccepted(model.pending, changes);
  return {
    ...model,
    pending,
    confirmed: acceptChanges(
      model.confirmed,
      changes.map((change) => ({ draft, change })),
    ),
    saving: pending.length === 0 && model.saving !== 'signed-out' ? 'saved' : model.saving,
  };
}

/** Returns the model with a newly loaded draft. Unsent changes that it does not contain stay. */
export function applyNextDraft(model: DraftModel, next: DraftView): DraftModel {
  const confirmed = replaceConfirmed(model.confirmed, next);
  const pending = withoutAccepted(model.pending, confirmed.changes);
  return {
    ...model,
    confirmed,
    pending,
    published: next.published,
    outdated: next.outdated,
    saving: model.saving === 'signed-out' || pending.length > 0 ? model.saving : 'saved',
    collisions: [...model.collisions.filter(({ isOfDraft }) => !isOfDraft), ...listDraftCollisions(next)],
    refusedContent: next.content.refused,
    faultySources: next.faultySources ?? [],
    isOutdated: false,
  };
}

/**
 * Returns the model of a draft that was replaced by another one, which is not loaded yet.
 * @param page The id of the page that published it. Empty if unknown.
 */
export function markOutdated(model: DraftModel, page: string): DraftModel {
  const publishedBy = page || (model.isOutdated ? model.publishedBy : undefined) || '';
  return { ...model, isOutdated: true, publishedBy };
}

/** Returns the pending changes without those that the server has accepted. */
function withoutAccepted(pending: readonly Change[], accepted: readonly AcceptedChange[]): readonly Change[] {
  const ids = new Set(accepted.map(({ id }) => id));
  return pending.filter(({ id }) => !ids.has(id));
}

/**
 * Returns the model with a report. A proven report of another version also replaces the new findings: those
 * that the proven report before it did not have; none for the first one.
 */
function applyReport(model: DraftModel, report: ReportView): DraftModel {
  if (!report.isProven) return { ...model, report };
  const { proven = report } = model;
  const isOther = model.proven?.version !== report.version;
  return {
    ...model,
    report,
    proven: report,
    newFindings: isOther ? findNewFindings(report, proven) : model.newFindings,
  };
}

/** Returns the findings that the report before does not have. */
function findNewFindings(report: ReportView, before: ReportView): readonly FindingView[] {
  const known = new Set(before.findings.map(getFindingKey));
  return report.findings.filter((finding) => !known.has(getFindingKey(finding)));
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
