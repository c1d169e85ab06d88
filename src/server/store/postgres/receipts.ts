import { sql } from 'kysely';
import type { DueMail, DueRequest, MailAttempt } from '../records/mail-queue.ts';
import type { NewReceipt, ReceiptState } from '../records/receipt-entry.ts';
import { readMailContent } from '../records/stored-mail.ts';
import { hasIdOrReference } from '../repositories/columns.ts';
import type { Database } from './connect.ts';
import { isUnclaimed } from './sender.ts';

/**
 * A clause of the statement that stores enquiries. It stores their receipts, which `toReceiptRow` has put
 * into the column `receipt` of `taken`.
 */
export const insertReceipts = sql`receipt AS (
  INSERT INTO receipts (enquiry, state, recipient, content, queued_at, due_at, reason)
  SELECT sequence, new.state, new.recipient, new.content, new.queued_at, new.queued_at, new.reason
  FROM taken CROSS JOIN json_to_record(receipt) AS new
    (state text, recipient text, content text, queued_at bigint, reason text)
  WHERE receipt IS NOT NULL)`;

/**
 * Converts a new receipt to the object that `insertReceipts` reads as JSON. A withheld one has no recipient
 * and no content; only a waiting one is queued, at `receivedAt`.
 */
export function toReceiptRow(receipt: NewReceipt, receivedAt: number) {
  const isWithheld = receipt.state === 'withheld';
  return {
    state: receipt.state,
    ...(!isWithheld && { recipient: receipt.to, content: JSON.stringify(receipt.content) }),
    ...(receipt.state === 'waiting' && { queued_at: receivedAt }),
    ...(isWithheld && { reason: receipt.reason }),
  };
}

/**
 * Claims due receipts for a sender and returns them, as `claimDueMails` does with mails. They wait for no
 * photos.
 */
export async function claimDueReceipts(
  db: Database,
  sender: string,
  { now, limit, perRecipient = limit, except }: DueRequest,
): Promise<readonly DueMail[]> {
  const { recipients, enquiryIds } = except ?? { recipients: [], enquiryIds: [] };
  const { rows } = await sql<DueRow>`
    WITH due AS (
      SELECT enquiry FROM (
        SELECT enquiry, due_at, row_number() OVER (PARTITION BY recipient ORDER BY due_at, enquiry) AS place FROM (
          SELECT enquiry, due_at, recipient FROM receipts
          WHERE state = 'waiting' AND due_at <= ${now} AND recipient <> ALL (${[...recipients]}::text[]) AND ${isUnclaimed(sender)}
            AND enquiry NOT IN (SELECT sequence FROM enquiries WHERE id = ANY (${[...enquiryIds]}::text[]))
          ORDER BY due_at, enquiry LIMIT ${limit * examinedPerRequested}
        ) AS first
      ) AS placed WHERE place <= ${perRecipient} ORDER BY due_at, enquiry LIMIT ${limit}
    ), taken AS (
      UPDATE receipts SET sender = ${sender} WHERE enquiry IN (
        SELECT enquiry FROM receipts WHERE enquiry IN (SELECT enquiry FROM due) AND state = 'waiting' AND ${isUnclaimed(sender)}
        FOR UPDATE SKIP LOCKED
      ) RETURNING *
    )
    SELECT id, reference, received_at, recipient, taken.content, attempts, queued_at
    FROM taken JOIN enquiries ON sequence = enquiry ORDER BY due_at, enquiry`.execute(db);
  return rows.map(toDueMail);
}

/**
 * For each requested receipt, this many due ones are examined to find enough different recipients. More are
 * not needed, because limits restrict the receipts per recipient.
 */
const examinedPerRequested = 100;

/** Returns the due time of the next receipt that is due later than `after`; undefined if there is none. */
export async function findNextReceiptDueAt(db: Database, after: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('receipts')
    .select(({ fn }) => fn.min('due_at').as('due_at'))
    .where(sql<boolean>`state = 'waiting'`)
    .where('due_at', '>', after)
    .executeTakeFirst();
  return row?.due_at ?? undefined;
}

/**
 * Records the result of one try to send a receipt; once it is sent or failed, its content is deleted. A
 * redirected one is tried again, since a receipt has no fallback. Returns false if the enquiry was erased
 * meanwhile.
 */
export async function saveReceiptAttempt(db: Database, attempt: MailAttempt): Promise<boolean> {
  // A receipt has no fallback that it could be redirected to.
  const isWaiting = attempt.state === 'waiting' || attempt.state === 'redirected';
  const state: ReceiptState = isWaiting ? 'waiting' : (attempt.state as 'sent' | 'failed');
  const { numUpdatedRows } = await db
    .updateTable('receipts')
    .set((value) => ({
      state,
      tried_at: attempt.at,
      due_at: isWaiting ? attempt.dueAt : null,
      sender: null,
      reason: attempt.state === 'sent' ? null : attempt.reason,
      attempts: value('attempts', '+', 1),
      ...(!isWaiting && { content: null }),
    }))
    .where('enquiry', '=', ({ selectFrom }) =>
      selectFrom('enquiries').select('sequence').where(hasIdOrReference(attempt.enquiryId)),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A claimed receipt, with the enquiry's id and reference. */
interface DueRow {
  readonly id: string;
  readonly reference: string;
  readonly received_at: number;
  readonly recipient: string;
  readonly content: string;
  readonly attempts: number;
  readonly queued_at: number;
}

/** Converts a row to a mail without fallback and photos; without content if that is not readable. */
function toDueMail(row: DueRow): DueMail {
  const { id, reference, received_at, recipient, attempts, queued_at } = row;
  const content = readMailContent(row.content);
  return {
    enquiryId: id,
    reference,
    receivedAt: received_at,
    to: recipient,
    fallback: null,
    refusedBy: null,
    ...(content && { content }),
    tries: attempts,
    queuedAt: queued_at,
  };
}
