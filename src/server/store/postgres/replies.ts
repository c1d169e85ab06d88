import { sql } from 'kysely';
import type { DueMail, DueRequest, MailAttempt } from '../records/mail-queue.ts';
import { getReplyNumber } from '../records/reply-entry.ts';
import { toDueReply } from '../records/stored-reply.ts';
import type { Database } from './connect.ts';
import { isUnclaimed } from './sender.ts';

/** Claims due replies for a sender and returns them, as `claimDueReceipts` does with receipts. */
export async function claimDueReplies(
  db: Database,
  sender: string,
  { now, limit, perRecipient = limit, except }: DueRequest,
): Promise<readonly DueMail[]> {
  const { recipients, enquiryIds } = except ?? { recipients: [], enquiryIds: [] };
  const numbers = enquiryIds.map(getReplyNumber);
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    WITH due AS (
      SELECT number FROM (
        SELECT number, due_at, row_number() OVER (PARTITION BY recipient ORDER BY due_at, number) AS place FROM (
          SELECT number, due_at, recipient FROM replies
          WHERE state = 'waiting' AND due_at <= ${now} AND recipient <> ALL (${[...recipients]}::text[])
            AND ${isUnclaimed(sender)} AND number <> ALL (${numbers}::bigint[])
          ORDER BY due_at, number LIMIT ${limit * examinedPerRequested}
        ) AS first
      ) AS placed WHERE place <= ${perRecipient} ORDER BY due_at, number LIMIT ${limit}
    ), taken AS (
      UPDATE replies SET sender = ${sender} WHERE number IN (
        SELECT number FROM replies WHERE number IN (SELECT number FROM due) AND state = 'waiting' AND ${isUnclaimed(sender)}
        FOR UPDATE SKIP LOCKED
      ) RETURNING *
    )
    SELECT number, id, reference, at, recipient, attempts, mail
    FROM taken JOIN enquiries ON sequence = enquiry ORDER BY due_at, number`.execute(db);
  return rows.map(toDueReply);
}

/** For each requested reply, this many due ones are examined to find enough different recipients. */
const examinedPerRequested = 100;

/** Returns the due time of the next reply that is due later than `after`; undefined if there is none. */
export async function findNextReplyDueAt(db: Database, after: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('replies')
    .select(({ fn }) => fn.min('due_at').as('due_at'))
    .where(sql<boolean>`state = 'waiting'`)
    .where('due_at', '>', after)
    .executeTakeFirst();
  return row?.due_at ?? undefined;
}

/**
 * Records the result of one try to send a reply; once it is sent or failed, its mail is deleted. A redirected
 * one is tried again, since a reply has no fallback. Returns false if the enquiry was erased meanwhile.
 */
export async function saveReplyAttempt(db: Database, attempt: MailAttempt): Promise<boolean> {
  const isWaiting = attempt.state === 'waiting' || attempt.state === 'redirected';
  const { numUpdatedRows } = await db
    .updateTable('replies')
    .set((value) => ({
      state: isWaiting ? 'waiting' : attempt.state,
      changed_at: attempt.at,
      due_at: isWaiting ? attempt.dueAt : null,
      sender: null,
      reason: attempt.state === 'sent' ? null : attempt.reason,
      attempts: value('attempts', '+', 1),
      ...(!isWaiting && { mail: null }),
    }))
    .where('number', '=', getReplyNumber(attempt.enquiryId))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
