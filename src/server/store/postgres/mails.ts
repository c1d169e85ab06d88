import { sql } from 'kysely';
import type { DueMail, DueRequest, MailAttempt } from '../records/mail-queue.ts';
import { readMailContent } from '../records/stored-mail.ts';
import { loadAttachedPhotos } from '../repositories/photos.ts';
import type { Database } from './connect.ts';
import { runSteps } from './run-steps.ts';
import { isUnclaimed } from './sender.ts';

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
