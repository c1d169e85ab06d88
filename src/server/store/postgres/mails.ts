import { sql } from 'kysely';
import { loadAttachedPhotos } from '../repositories/photos.ts';
import type { EnquiryAction } from '../inbox-entry.ts';
import type { DueMail, DueRequest, MailAttempt } from '../mail-queue.ts';
import type { QueueRequest, ReleaseOutcome, ResendOutcome } from '../store.ts';
import { findLastRequeueNumber } from '../stored-inbox.ts';
import { readMailContent } from '../stored-mail.ts';
import type { PostgresCalls } from './calls.ts';
import { hasIdOrReference } from './columns.ts';
import type { Database } from './connect.ts';
import { releaseDeliveries } from './deliveries.ts';
import { recordEnquiryEvent } from './enquiry-events.ts';
import { runSteps } from './run-steps.ts';
import { sendOrWithholdReceipt } from './receipts.ts';
import { isUnclaimed } from './sender.ts';

export const postgresMailCalls: PostgresCalls<'resend' | 'release' | 'mailFigures'> = {
  /**
   * Queues the mail of an enquiry again, and records this among its events. Returns the outcome of
   * `queueMailAgain`; unless it is `queued`, nothing is changed.
   */
  async resend(db, request) {
    const row = await lockMail(db, request.id);
    const outcome = await queueMailAgain(db, row, request);
    if (row && outcome.kind === 'queued')
      await recordQueueEvent(db, row, { request, action: { kind: 'resent', to: outcome.to } });
    return outcome;
  },
  /**
   * Queues the mail of a suspected enquiry with its deliveries, queues or withholds its receipt, and records
   * an event. Without an address, the mail gets the state `no-recipient` and no event is recorded. Returns
   * `not-suspected`, and does nothing, also if the reason is another one than `only`.
   */
  async release(db, request): Promise<ReleaseOutcome> {
    const row = await lockMail(db, request.id);
    if (!row) return { kind: 'unknown' };
    const isOther = request.only !== undefined && row.reason !== request.only;
    if (row.state !== 'suspected' || isOther) return { kind: 'not-suspected' };
    const { now, withReceipt = false } = request;
    const outcome = await queueMail(db, row, request);
    await releaseDeliveries(db, row.enquiry, now);
    await sendOrWithholdReceipt(db, row.enquiry, { now, isSent: withReceipt });
    if (outcome.kind === 'queued')
      await recordQueueEvent(db, row, { request, action: { kind: 'released', to: outcome.to } });
    else
      await db
        .updateTable('mails')
        .set({ state: 'no-recipient', reason: null })
        .where('enquiry', '=', row.enquiry)
        .execute();
    return outcome;
  },
  /** Counts the unsent mails by state, and returns the time since which the oldest one waits. */
  async mailFigures(db) {
    // The partial index contains only unsent mails. PostgreSQL uses it only because of this condition.
    const { rows } = await sql<{ state: string; count: number; since: number | null }>`
      SELECT state, count(*) AS count, min(queued_at) AS since FROM mails WHERE state <> 'sent' GROUP BY state`.execute(
      db,
    );
    /** Returns the count of a state; undefined if no mail has it. */
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

/** The mail of an enquiry, with the enquiry's number, id and reference. */
interface MailRow {
  readonly enquiry: number;
  readonly id: string;
  readonly reference: string;
  readonly recipient: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly queued_at: number | null;
  readonly content: string | null;
}

/**
 * Returns the mail of an enquiry by its id or reference, and locks it until the transaction ends. Returns
 * undefined if there is no such enquiry.
 */
export async function lockMail(db: Database, id: string): Promise<MailRow | undefined> {
  return db
    .selectFrom('enquiries')
    .innerJoin('mails', 'enquiry', 'sequence')
    .select(['enquiry', 'id', 'reference', 'recipient', 'state', 'reason', 'queued_at', 'mails.content'])
    .where(hasIdOrReference(id))
    .forUpdate('mails')
    .executeTakeFirst();
}

/**
 * Queues a mail again with `queueMail`, and returns its outcome; `row` comes from `lockMail`. Returns the
 * reason, and does nothing, if the row is absent, suspected, was queued by another event than `seen`, or has
 * no readable content (`not-worded`).
 */
export async function queueMailAgain(
  db: Database,
  row: MailRow | undefined,
  request: QueueRequest,
): Promise<ResendOutcome> {
  if (!row) return { kind: 'unknown' };
  if (row.state === 'suspected') return { kind: 'suspected' };
  if (request.seen !== undefined && (await loadLastQueueEventNumber(db, row.enquiry)) !== request.seen)
    return { kind: 'changed' };
  return readMailContent(row.content) ? queueMail(db, row, request) : { kind: 'not-worded' };
}

/** Returns the number of the last event that queued the mail; 0 if none did. */
async function loadLastQueueEventNumber(db: Database, enquiry: number): Promise<number> {
  const rows = await db
    .selectFrom('enquiry_events')
    .select(['number', 'content'])
    .where('enquiry', '=', enquiry)
    .execute();
  return findLastRequeueNumber(rows);
}

/**
 * Queues a mail, due at once and with a full number of tries, to its recipient or to new addresses, and
 * schedules its photos to be re-encoded if they were not before. Returns `no-recipient`, and does nothing, if
 * there is no address.
 */
async function queueMail(db: Database, row: MailRow, { now, addresses }: QueueRequest) {
  const { enquiry, id, reference, recipient } = row;
  const to = addresses ? addresses.to : recipient;
  if (to === null) return { kind: 'no-recipient' } as const;
  await db
    .updateTable('mails')
    .set({ state: 'waiting', queued_at: now, due_at: now, tries: 0, reason: null, sender: null })
    .$if(addresses !== undefined, (update) =>
      update.set({ recipient: to, fallback: addresses?.fallback ?? null, refused_by: null }),
    )
    .where('enquiry', '=', enquiry)
    .execute();
  // The photos of a suspected enquiry were not re-encoded before.
  await sql`UPDATE photos SET make_at = ${now} WHERE state = 'stored' AND make_at IS NULL AND fault IS NULL
    AND path IN (SELECT path FROM enquiry_photos WHERE enquiry = ${enquiry})`.execute(db);
  return { kind: 'queued', id, reference, to } as const;
}

/** Records an action by the person of the request among the events of an enquiry. */
async function recordQueueEvent(
  db: Database,
  { enquiry }: MailRow,
  { request: { now, by }, action }: { readonly request: QueueRequest; readonly action: EnquiryAction },
): Promise<void> {
  await recordEnquiryEvent(db, enquiry, { at: now, by, ...action });
}

/**
 * Selects each address with waiting mails. Each one is found by one step in the index `mails_due`, so many
 * mails for one address do not slow down the search for others (PostgreSQL's wiki, "Loose indexscan").
 */
const waitingAddresses = sql`RECURSIVE addresses AS (
  (SELECT recipient FROM mails WHERE state = 'waiting' ORDER BY recipient LIMIT 1)
  UNION ALL
  SELECT (SELECT next.recipient FROM mails AS next
    WHERE next.state = 'waiting' AND next.recipient > addresses.recipient ORDER BY next.recipient LIMIT 1)
  FROM addresses WHERE recipient IS NOT NULL)`;

/**
 * Claims at most `limit` due mails for a sender, and at most `perRecipient` for one address, and returns
 * them, those that have been due longest first. No other sender gets them until their results are recorded or
 * the sender is no longer alive. Addresses and enquiries in `except` are left out.
 * @param sender The sender's id.
 */
export async function claimDueMails(
  db: Database,
  sender: string,
  {
    now,
    limit,
    perRecipient = limit,
    photosWaitMs,
    except: { recipients, enquiryIds } = { recipients: [], enquiryIds: [] },
  }: DueRequest,
): Promise<readonly DueMail[]> {
  // A mail waits for photos that can be re-encoded, for a limited time.
  const queuedBefore = photosWaitMs === undefined ? 0 : Math.max(0, now - photosWaitMs);
  const { rows } = await sql<DueRow>`
    WITH ${waitingAddresses}, due AS (
      SELECT first.enquiry FROM addresses CROSS JOIN LATERAL (
        SELECT mails.enquiry, due_at FROM mails JOIN enquiries ON sequence = enquiry
        WHERE state = 'waiting' AND mails.recipient = addresses.recipient AND due_at <= ${now}
          AND id <> ALL (${[...enquiryIds]}::text[]) AND ${isUnclaimed(sender)}
          AND (queued_at <= ${queuedBefore} OR NOT EXISTS (
            SELECT 1 FROM enquiry_photos JOIN photos USING (path)
            WHERE enquiry_photos.enquiry = mails.enquiry AND photos.state = 'stored' AND fault IS NULL))
        ORDER BY due_at, enquiry LIMIT ${Math.min(perRecipient, limit)}
      ) AS first
      WHERE addresses.recipient <> ALL (${[...recipients]}::text[])
      ORDER BY first.due_at, first.enquiry LIMIT ${limit}
    ), free AS (
      SELECT locked.enquiry FROM due CROSS JOIN LATERAL (
        SELECT enquiry FROM mails WHERE mails.enquiry = due.enquiry AND state = 'waiting' AND ${isUnclaimed(sender)}
        FOR UPDATE SKIP LOCKED
      ) AS locked
    ), taken AS (
      UPDATE mails SET sender = ${sender} FROM free WHERE mails.enquiry = free.enquiry RETURNING mails.*
    )
    SELECT enquiry, id, reference, received_at, recipient, fallback, refused_by, taken.content, tries, queued_at
    FROM taken JOIN enquiries ON sequence = enquiry ORDER BY due_at, enquiry`.execute(db);
  return Promise.all(rows.map((row) => loadDueMail(db, row)));
}

/** Returns the due time of the next mail that is due later than `after`; undefined if there is none. */
export async function findNextMailDueAt(db: Database, after: number): Promise<number | undefined> {
  const { rows } = await sql<{ due_at: number | null }>`
    WITH ${waitingAddresses}
    SELECT min(next.due_at) AS due_at FROM addresses CROSS JOIN LATERAL (
      SELECT due_at FROM mails WHERE state = 'waiting' AND mails.recipient = addresses.recipient AND due_at > ${after}
      ORDER BY due_at LIMIT 1
    ) AS next`.execute(db);
  return rows[0]?.due_at ?? undefined;
}

/** A claimed mail, with the enquiry's number, id and reference. */
interface DueRow {
  readonly enquiry: number;
  readonly id: string;
  readonly reference: string;
  readonly received_at: number;
  readonly recipient: string;
  readonly fallback: string | null;
  readonly refused_by: string | null;
  readonly content: string;
  readonly tries: number;
  readonly queued_at: number | null;
}

/**
 * Converts a due mail, with its photos if it has any; without content and photos if its content is not
 * readable.
 */
async function loadDueMail(db: Database, row: DueRow): Promise<DueMail> {
  const content = readMailContent(row.content);
  return {
    enquiryId: row.id,
    reference: row.reference,
    receivedAt: row.received_at,
    to: row.recipient,
    fallback: row.fallback,
    refusedBy: row.refused_by,
    ...(content && { content }),
    tries: row.tries,
    ...(row.queued_at !== null && { queuedAt: row.queued_at }),
    ...(content?.photos && { photos: await runSteps(db, loadAttachedPhotos(row.id)) }),
  };
}

/**
 * Records the result of one try to send. If the mail was queued again or to another address since it was
 * claimed (`of`), it stays queued and only the try is recorded. Returns false, and records nothing, if the
 * enquiry was erased meanwhile.
 */
export async function saveMailAttempt(db: Database, attempt: MailAttempt): Promise<boolean> {
  const { at, state, of, enquiryId } = attempt;
  const reason = 'reason' in attempt ? attempt.reason : null;
  const dueAt = 'dueAt' in attempt ? attempt.dueAt : null;
  // If the mail was queued again meanwhile, it stays queued.
  const isAsSent = of
    ? sql`mail.recipient IS NOT DISTINCT FROM ${of.to} AND mail.queued_at IS NOT DISTINCT FROM ${of.queuedAt ?? null}::bigint`
    : sql`true`;
  const change =
    state === 'redirected'
      ? sql`refused_by = mails.recipient, recipient = mails.fallback, fallback = NULL, tries = 0`
      : sql`state = ${state}, tries = mails.tries + 1`;
  const { rows } = await sql`
    WITH mail AS (
      SELECT enquiry, recipient, queued_at FROM mails JOIN enquiries ON sequence = enquiry
      WHERE id = ${enquiryId} FOR UPDATE OF mails
    ), tried AS (
      INSERT INTO mail_tries (enquiry, at, recipient, outcome, reason)
      SELECT enquiry, ${at}::bigint, coalesce(${of?.to ?? null}, recipient, ''), ${state}, ${reason} FROM mail
    ), noted AS (
      UPDATE mails SET ${change}, due_at = ${dueAt}::bigint, reason = ${reason}, sender = NULL,
        attempts = mails.attempts + 1
      FROM mail WHERE mails.enquiry = mail.enquiry AND ${isAsSent}
    )
    SELECT FROM mail`.execute(db);
  return rows.length > 0;
}
