import { sql } from 'kysely';
import type { EnquiryAction, QueueRequest, ReleaseOutcome, ResendOutcome } from '../records/inbox-entry.ts';
import type { WithheldReason } from '../records/receipt-entry.ts';
import { findLastRequeueNumber } from '../records/stored-inbox.ts';
import { readMailContent } from '../records/stored-mail.ts';
import { hasIdOrReference } from './columns.ts';
import { buildClaimEnd } from './coordination.ts';
import { fetchEnquiryEvents, recordEnquiryEvent } from './enquiry-events.ts';
import { addNotificationEvent } from './notifications.ts';
import { defineStatement, execute, fetchAll, fetchFirst, type Repository, type Steps } from './statement.ts';

/** The calls that queue mails again and count them. Each database claims due mails in its own way. */
export const mailQueueingRepository: Repository<'resend' | 'release' | 'markSuspected' | 'mailFigures'> = {
  /**
   * Queues the mail of an enquiry again, and records this among its events. Returns the outcome of
   * `queueMailAgain`; unless it is `queued`, nothing is changed.
   */
  *resend(request) {
    const row = yield* lockMail(request.id);
    const outcome = yield* queueMailAgain(row, request);
    if (row && outcome.kind === 'queued')
      yield* recordQueueEvent(row, request, { kind: 'resent', to: outcome.to });
    return outcome;
  },
  /**
   * Queues the mail of a suspected enquiry with its deliveries, queues or withholds its receipt, and records
   * an event. Without an address, the mail gets the state `no-recipient` and no event is recorded. Returns
   * `not-suspected`, and does nothing, also if the reason is another one than `only`.
   */
  *release(request): Steps<ReleaseOutcome> {
    const row = yield* lockMail(request.id);
    if (!row) return { kind: 'unknown' };
    const isOther = request.only !== undefined && row.reason !== request.only;
    if (row.state !== 'suspected' || isOther) return { kind: 'not-suspected' };
    const { enquiry } = row;
    const { now, withReceipt = false } = request;
    yield* execute(releaseDeliveries({ enquiry, now }));
    if (row.reason === ('marked-sent' satisfies MarkReason)) return yield* unmark(row, request);
    const outcome = yield* queueMail(row, request);
    yield* execute(withReceipt ? sendReceipt({ enquiry, now }) : withholdReceipt({ enquiry }));
    yield* addNotificationEvent({ enquiry, kind: 'new', at: now, by: request.by?.id });
    if (outcome.kind === 'queued')
      yield* recordQueueEvent(row, request, { kind: 'released', to: outcome.to });
    else yield* execute(setNoRecipient({ enquiry }));
    return outcome;
  },
  /**
   * Marks an enquiry as suspected, holds back its mail and its waiting deliveries, and records an event.
   * Returns the reason, and does nothing, if it is unknown or suspected already.
   */
  *markSuspected({ id, now, by }) {
    const row = yield* lockMail(id);
    if (!row) return { kind: 'unknown' };
    if (row.state === 'suspected') return { kind: 'suspected' };
    const { enquiry, state } = row;
    const reason: MarkReason = state === 'sent' ? 'marked-sent' : 'marked';
    yield* execute(hold({ enquiry, now, reason }));
    yield* execute(holdDeliveries({ enquiry }));
    yield* recordEnquiryEvent(enquiry, { at: now, by, kind: 'marked' });
    return { kind: 'marked' };
  },
  /** Counts the unsent mails by state, and returns the time since which the oldest one waits. */
  *mailFigures() {
    const rows = yield* fetchAll(countUnsent());
    /** Returns the row of a state; undefined if no mail has it. */
    const findStateRow = (state: string) => rows.find((row) => row.state === state);
    const since = findStateRow('waiting')?.since ?? null;
    return {
      waiting: findStateRow('waiting')?.count ?? 0,
      failed: findStateRow('failed')?.count ?? 0,
      noRecipient: findStateRow('no-recipient')?.count ?? 0,
      suspected: findStateRow('suspected')?.count ?? 0,
      ...(since !== null && { oldestWaitingSince: since }),
    };
  },
};

/**
 * The reasons of a suspicion by a person. `marked-sent`: its mail had been sent before, so that a release sends
 * none.
 */
type MarkReason = 'marked' | 'marked-sent';

/** Gives the mail of an enquiry that a person had marked as spam its former state `sent`. */
function* unmark({ enquiry, id, reference, recipient }: MailRow, { now, by }: QueueRequest) {
  yield* execute(setSent({ enquiry }));
  yield* recordEnquiryEvent(enquiry, { at: now, by, kind: 'unmarked' });
  return { kind: 'queued', id, reference, to: recipient ?? '' } as const;
}

/** The mail of an enquiry, with the enquiry's number, id and reference. */
interface MailRow {
  readonly enquiry: number;
  readonly id: string;
  readonly reference: string;
  readonly recipient: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly content: string | null;
}

/**
 * Returns the mail of an enquiry by its id or reference, and locks it until the transaction ends. Returns
 * undefined if there is no such enquiry.
 */
export function lockMail(id: string): Steps<MailRow | undefined> {
  return fetchFirst(selectMail({ id }));
}

/**
 * Queues a mail again with `queueMail`, and returns its outcome; `row` comes from `lockMail`. Returns the
 * reason, and does nothing, if the row is absent, suspected, was queued by another event than `seen`, or has
 * no readable content (`not-worded`).
 */
export function* queueMailAgain(row: MailRow | undefined, request: QueueRequest): Steps<ResendOutcome> {
  if (!row) return { kind: 'unknown' };
  if (row.state === 'suspected') return { kind: 'suspected' };
  if (request.seen !== undefined) {
    const events = yield* fetchEnquiryEvents(row.enquiry);
    if (findLastRequeueNumber(events) !== request.seen) return { kind: 'changed' };
  }
  return readMailContent(row.content) ? yield* queueMail(row, request) : { kind: 'not-worded' };
}

/**
 * Queues a mail, due at once and with a full number of tries, to its recipient or to new addresses, and
 * schedules its photos to be re-encoded if they were not before. Returns `no-recipient`, and does nothing, if
 * there is no address.
 */
function* queueMail({ enquiry, id, reference, recipient }: MailRow, { now, addresses }: QueueRequest) {
  const to = addresses ? addresses.to : recipient;
  if (to === null) return { kind: 'no-recipient' } as const;
  if (addresses) yield* execute(setAddresses({ enquiry, to, fallback: addresses.fallback }));
  yield* execute(queue({ enquiry, now }));
  yield* execute(schedulePhotos({ enquiry, now }));
  return { kind: 'queued', id, reference, to } as const;
}

/** Records an action by the person of the request among the events of an enquiry. */
function recordQueueEvent(
  { enquiry }: MailRow,
  { now, by }: QueueRequest,
  action: EnquiryAction,
): Steps<void> {
  return recordEnquiryEvent(enquiry, { at: now, by, ...action });
}

const selectMail = defineStatement(({ db }, { id }: { readonly id: string }) =>
  db
    .selectFrom('enquiries')
    .innerJoin('mails', 'enquiry', 'sequence')
    .select(['enquiry', 'id', 'reference', 'recipient', 'state', 'reason', 'mails.content'])
    .where(hasIdOrReference(id))
    .forUpdate('mails'),
);

interface QueueValues {
  readonly enquiry: number;
  readonly now: number;
}

const queue = defineStatement(
  (dialect, { enquiry, now }: QueueValues) => sql`UPDATE mails SET state = 'waiting', queued_at = ${now},
    due_at = ${now}, tries = 0, reason = NULL${buildClaimEnd(dialect, 'sender')} WHERE enquiry = ${enquiry}`,
);

/** A try that is under way is then only recorded, since the mail has another `queued_at`. */
const hold = defineStatement(
  (dialect, { enquiry, now, reason }: QueueValues & { readonly reason: MarkReason }) =>
    sql`UPDATE mails SET state = 'suspected', queued_at = ${now}, due_at = NULL,
      reason = ${reason}${buildClaimEnd(dialect, 'sender')} WHERE enquiry = ${enquiry}`,
);

const setSent = defineStatement(({ db }, { enquiry }: { readonly enquiry: number }) =>
  db.updateTable('mails').set({ state: 'sent', reason: null }).where('enquiry', '=', enquiry),
);

const holdDeliveries = defineStatement(({ db }, { enquiry }: { readonly enquiry: number }) =>
  db
    .updateTable('deliveries')
    .set({ state: 'held', due_at: null })
    .where('enquiry', '=', enquiry)
    .where('state', '=', 'waiting'),
);

const setAddresses = defineStatement(
  (
    { db },
    {
      enquiry,
      to,
      fallback,
    }: { readonly enquiry: number; readonly to: string; readonly fallback: string | null },
  ) =>
    db.updateTable('mails').set({ recipient: to, fallback, refused_by: null }).where('enquiry', '=', enquiry),
);

/** The photos of a suspected enquiry were not re-encoded before. */
const schedulePhotos = defineStatement(
  (_dialect, { enquiry, now }: QueueValues) => sql`UPDATE photos SET make_at = ${now}
    WHERE state = 'stored' AND make_at IS NULL AND fault IS NULL
      AND path IN (SELECT path FROM enquiry_photos WHERE enquiry = ${enquiry})`,
);

const setNoRecipient = defineStatement(({ db }, { enquiry }: { readonly enquiry: number }) =>
  db.updateTable('mails').set({ state: 'no-recipient', reason: null }).where('enquiry', '=', enquiry),
);

const releaseDeliveries = defineStatement(({ db }, { enquiry, now }: QueueValues) =>
  db
    .updateTable('deliveries')
    .set({ state: 'waiting', queued_at: now, due_at: now })
    .where('enquiry', '=', enquiry)
    .where('state', '=', 'held'),
);

const sendReceipt = defineStatement(({ db }, { enquiry, now }: QueueValues) =>
  db
    .updateTable('receipts')
    .set({ state: 'waiting', queued_at: now, due_at: now })
    .where('enquiry', '=', enquiry)
    .where('state', '=', 'held'),
);

/** Withholds a held receipt for good, and deletes its recipient and content. */
const withholdReceipt = defineStatement(({ db }, { enquiry }: { readonly enquiry: number }) =>
  db
    .updateTable('receipts')
    .set({
      state: 'withheld',
      recipient: null,
      content: null,
      reason: 'suspected' satisfies WithheldReason,
    })
    .where('enquiry', '=', enquiry)
    .where('state', '=', 'held'),
);

/** The partial index contains only unsent mails. It is used only because of the conditions. */
const countUnsent = defineStatement(
  () => sql<{ readonly state: string; readonly count: number; readonly since: number | null }>`
    SELECT state, count(*) AS count, CASE state WHEN 'waiting' THEN
      (SELECT min(queued_at) FROM mails WHERE state <> 'sent' AND state = 'waiting') END AS since
    FROM mails WHERE state <> 'sent' GROUP BY state`,
);
