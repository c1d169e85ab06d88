import type {
  HandlingState,
  InboxRowView,
  PersonName,
  RefusedSelection,
  SelectionOutcome,
  SelectionRequest,
} from '../../../api/inbox.ts';
import type { FormatMessage } from '../../ui/messages.ts';

/** An action on the selected enquiries, with the sentence that reports it. */
export interface SelectionAction {
  readonly request: SelectionRequest;
  /** Returns the sentence for the number of enquiries that it was done to. */
  readonly formatDone: (count: number, say: FormatMessage) => string;
  /** Returns the request that reverts it for these enquiries, as they are now. Absent: it cannot be reverted. */
  readonly createUndo?: (done: readonly InboxRowView[]) => SelectionRequest;
}

/**
 * Returns the action that assigns enquiries to a person, or to nobody. As for a single one, a new enquiry is then
 * in progress, and one in progress without a person is new.
 */
export function assignTo(rows: readonly InboxRowView[], person: PersonName | undefined): SelectionAction {
  return {
    request: {
      action: 'handle',
      enquiries: rows.map((row) => ({
        ...getSeen(row),
        assignee: person?.id ?? null,
        ...(person && row.state === 'new' && { state: 'in-hand' as const }),
        ...(!person && row.state === 'in-hand' && { state: 'new' as const }),
      })),
    },
    formatDone: (count, say) =>
      person ? say('desk.sel.assigned', { count, name: person.name }) : say('desk.sel.unassigned', { count }),
    createUndo: (done) => createHandlingUndo(rows, done),
  };
}

/** Returns the action that sets the state of enquiries. */
export function setState(rows: readonly InboxRowView[], state: HandlingState): SelectionAction {
  return {
    request: { action: 'handle', enquiries: rows.map((row) => ({ ...getSeen(row), state })) },
    formatDone: (count, say) => say('desk.sel.state', { count, state: say(`desk.state.${state}`) }),
    createUndo: (done) => createHandlingUndo(rows, done),
  };
}

/** Returns the action that moves enquiries to the spam, where their mails wait. */
export function markAsSpam(rows: readonly InboxRowView[]): SelectionAction {
  return {
    request: { action: 'mark', enquiries: toIds(rows) },
    formatDone: (count, say) => say('desk.sel.marked', { count }),
    createUndo: (done) => ({ action: 'release', enquiries: toIds(done) }),
  };
}

/** Returns the action that moves enquiries out of the spam and sends their mails. */
export function releaseAll(rows: readonly InboxRowView[]): SelectionAction {
  return {
    request: { action: 'release', enquiries: toIds(rows) },
    formatDone: (count, say) => say('desk.sel.released', { count }),
  };
}

/** Returns the ids of enquiries, as a request lists them. */
export function toIds(rows: readonly InboxRowView[]): readonly { readonly id: string }[] {
  return rows.map(({ id }) => ({ id }));
}

/** Returns the request that gives enquiries the state and the assignee that they had before. */
function createHandlingUndo(
  before: readonly InboxRowView[],
  done: readonly InboxRowView[],
): SelectionRequest {
  const former = new Map(before.map((row) => [row.id, row]));
  return {
    action: 'handle',
    enquiries: done.flatMap((row) => {
      const was = former.get(row.id);
      return was ? [{ ...getSeen(row), state: was.state, assignee: was.assignee?.id ?? null }] : [];
    }),
  };
}

/** Returns the id of an enquiry with the state that the person sees. */
function getSeen({ id, state, assignee }: InboxRowView) {
  return { id, seen: { state, ...(assignee && { assignee: assignee.id }) } };
}

/** The enquiries that were not changed for one reason. */
export interface RefusedGroup {
  readonly reason: RefusedSelection['reason'];
  readonly references: readonly string[];
}

/**
 * Groups the refused enquiries by reason, in the order of the answer. Those that were not found have the reference
 * of their former row.
 */
export function groupRefused(
  { refused }: Pick<SelectionOutcome, 'refused'>,
  before: readonly InboxRowView[],
): readonly RefusedGroup[] {
  const references = new Map(before.map(({ id, reference }) => [id, reference]));
  const groups = Map.groupBy(refused, ({ reason }) => reason);
  return [...groups].map(([reason, some]) => ({
    reason,
    references: some.map(({ id, row }) => row?.reference ?? references.get(id) ?? id),
  }));
}
