import { createShape } from '../../platform/validate-shape.ts';
import type { EnquiryAction, EnquiryEvent, HandlingChange, InboxEnquiry, MailTry } from './inbox-entry.ts';
import type { ReceiptRecord, ReceiptState } from './receipt-entry.ts';
import { type RecordRow, toEnquiryRecord } from './stored-enquiry.ts';
import { readJsonColumn } from './stored-json.ts';

/** The columns that `toInboxEnquiry` reads; `lastReplyState` only where it is wanted. */
export interface InboxEnquiryRow extends RecordRow {
  readonly sequence?: unknown;
  readonly handling?: unknown;
  readonly assignee?: unknown;
  readonly forwarded_to?: unknown;
  readonly reply_state?: unknown;
}

/** The state of the last reply to the enquiry `sequence`, for the column `reply_state`. */
export const lastReplyState =
  '(SELECT replies.state FROM replies WHERE replies.enquiry = sequence ORDER BY replies.number DESC LIMIT 1)';

/** Converts a row to an enquiry of the inbox. A damaged row has empty content and `isDamaged`. */
export function toInboxEnquiry(row: InboxEnquiryRow): InboxEnquiry {
  const { sequence, handling, assignee, forwarded_to: forwardedTo, reply_state: replyState } = row;
  return {
    ...toEnquiryRecord(row),
    sequence: Number(sequence),
    // The table's CHECK lets no other text in.
    handling: handling as InboxEnquiry['handling'],
    ...(typeof assignee === 'string' && { assignee }),
    ...(typeof forwardedTo === 'string' && { forwardedTo }),
    ...(replyState === 'failed' && { isReplyFailed: true }),
  };
}

/** Converts a row of `mail_tries` to a try. `reason` is absent if it is null. */
export function toMailTry({ at, recipient, outcome, reason }: Readonly<Record<string, unknown>>): MailTry {
  return {
    at: Number(at),
    to: String(recipient),
    // The table's CHECK lets no other text in.
    outcome: outcome as MailTry['outcome'],
    ...(typeof reason === 'string' && { reason }),
  };
}

/**
 * Converts a row to an event. If its content is damaged, the event is a comment with the text `damaged`, the
 * time 0 and `isDamaged`.
 */
export function toEnquiryEvent({ number, content }: Readonly<Record<string, unknown>>): EnquiryEvent {
  const event = readJsonColumn(storedEvent, content) ?? damagedEvent;
  return { ...event, number: Number(number) };
}

const damagedEvent: EnquiryEvent = { number: 0, at: 0, kind: 'noted', text: 'damaged', isDamaged: true };

const text = { type: 'string' };
const person = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } };
const storedEvent = createShape<EnquiryEvent>({
  type: 'object',
  required: ['at', 'kind'],
  properties: { at: { type: 'number' }, by: person, kind: text, text },
  allOf: [
    { if: { properties: { kind: { const: 'noted' } } }, then: { required: ['text'] } },
    { if: { properties: { kind: { const: 'handled' } } }, then: { required: ['from', 'to'] } },
    { if: { properties: { kind: { const: 'forwarded' } } }, then: { required: ['office', 'from', 'to'] } },
  ],
});

/**
 * Returns the highest number of the events that queued a mail again (resent, forwarded or released); 0 if
 * none did. The rows are the events of one enquiry.
 */
export function findLastRequeueNumber(rows: readonly Readonly<Record<string, unknown>>[]): number {
  return findLastQueueingNumber(rows.map(toEnquiryEvent));
}

/** Returns what `findLastRequeueNumber` does, from events. */
export function findLastQueueingNumber(events: readonly EnquiryEvent[]): number {
  const queueing = events.filter(({ kind }) => queueingKinds.includes(kind));
  return Math.max(0, ...queueing.map(({ number }) => number));
}

const queueingKinds: readonly EnquiryEvent['kind'][] = ['resent', 'forwarded', 'released'];

/** Converts a row of `receipts` to a record. Times that are null become absent. */
export function toReceiptRecord({
  state,
  recipient,
  attempts,
  tried_at: at,
  due_at: dueAt,
  reason,
}: Readonly<Record<string, unknown>>): ReceiptRecord {
  return {
    // The table's CHECK lets no other text in.
    state: state as ReceiptState,
    to: typeof recipient === 'string' ? recipient : null,
    attempts: Number(attempts),
    ...(typeof at === 'number' && { at }),
    ...(typeof dueAt === 'number' && { dueAt }),
    reason: typeof reason === 'string' ? reason : null,
  };
}

/**
 * Returns the handling and the assignee after a change, with the events to record: none if both stay as they
 * are. Changes nothing itself. Returns undefined if one of them differs from `seen`. An absent assignee
 * stays; null removes it, and the result then has null.
 */
export function applyHandlingChange(
  enquiry: InboxEnquiry,
  { seen, handling = enquiry.handling, assignee }: HandlingChange,
):
  | {
      readonly handling: InboxEnquiry['handling'];
      readonly assignee: string | null;
      readonly events: readonly EnquiryAction[];
    }
  | undefined {
  if (seen && (seen.handling !== enquiry.handling || seen.assignee !== enquiry.assignee)) return undefined;
  const to = assignee === undefined ? enquiry.assignee : assignee?.id;
  const events: EnquiryAction[] = [];
  if (handling !== enquiry.handling) events.push({ kind: 'handled', from: enquiry.handling, to: handling });
  if (to !== enquiry.assignee) events.push({ kind: 'assigned', ...(assignee && { to: assignee }) });
  return { handling, assignee: to ?? null, events };
}
