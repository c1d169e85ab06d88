import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { DueMail, DueRequest, MailAttempt } from '../mail-queue.ts';
import type { NewReceipt, ReceiptRecord, ReceiptState, WithheldReason } from '../receipt-entry.ts';
import { toReceiptRecord } from '../stored-inbox.ts';
import { readMailContent } from '../stored-mail.ts';

/** The visitors' receipts. Functions that change them must run within a transaction. */
export interface Receipts {
  /**
   * Inserts the receipt of a new enquiry: waiting and due when the enquiry arrived, or held, or withheld, in
   * which case only the reason is stored.
   */
  add(receipt: NewReceipt, enquiry: { readonly number: number | bigint; readonly receivedAt: number }): void;
  /**
   * Queues the held receipt of an enquiry, due at once, if `isSent` is true; otherwise withholds it for good
   * and deletes its recipient and content. Does nothing unless it is in the state `held`. `id` is the id or
   * reference of the enquiry.
   */
  sendOrWithhold(request: { readonly id: string; readonly now: number; readonly isSent: boolean }): void;
  /** Returns the receipt of an enquiry, by its number; undefined if there is none. */
  find(enquiry: number): ReceiptRecord | undefined;
  /**
   * Returns at most `limit` receipts to send now, those that have been due longest first: at most
   * `perRecipient` for each address, and none of `except`. Does not claim them. `photosWaitMs` of the request
   * has no effect.
   */
  due(request: DueRequest): readonly DueMail[];
  /** Returns the due time of the next receipt that is due later than `after`; undefined if there is none. */
  nextDueAt(request: { readonly after: number }): number | undefined;
  /**
   * Records the result of one try; once it is sent or failed, its content is deleted. `redirected` is
   * recorded as `waiting`, since a receipt has no fallback. Returns false if the enquiry was erased
   * meanwhile.
   */
  recordAttempt(attempt: MailAttempt): boolean;
}

/** Prepares the statements of the table `receipts`. */
export function prepareReceipts(db: DatabaseSync): Receipts {
  return { ...prepareReceiptChanges(db), ...prepareReceiptQueue(db) };
}

function prepareReceiptChanges(db: DatabaseSync): Pick<Receipts, 'add' | 'sendOrWithhold' | 'find'> {
  const insert = db.prepare(
    `INSERT INTO receipts (enquiry, state, recipient, content, queued_at, due_at, reason) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const isHeld = `state = 'held' AND enquiry = (SELECT sequence FROM enquiries WHERE id = ?1 OR reference = ?1)`;
  const send = db.prepare(
    `UPDATE receipts SET state = 'waiting', queued_at = ?2, due_at = ?2 WHERE ${isHeld}`,
  );
  const withhold = db.prepare(
    `UPDATE receipts SET state = 'withheld', recipient = NULL, content = NULL, reason = ?2 WHERE ${isHeld}`,
  );
  const select = db.prepare(
    'SELECT state, recipient, attempts, tried_at, due_at, reason FROM receipts WHERE enquiry = ?',
  );
  return {
    add: (receipt, { number, receivedAt }) => {
      if (receipt.state === 'withheld')
        return void insert.run(number, receipt.state, null, null, null, null, receipt.reason);
      const { state, to, content } = receipt;
      const queuedAt = state === 'waiting' ? receivedAt : null;
      insert.run(number, state, to, JSON.stringify(content), queuedAt, queuedAt, null);
    },
    sendOrWithhold: ({ id, now, isSent }) => {
      if (isSent) send.run(id, now);
      else withhold.run(id, 'suspected' satisfies WithheldReason);
    },
    find: (enquiry) => {
      const row = select.get(enquiry);
      return row && toReceiptRecord(row);
    },
  };
}

function prepareReceiptQueue(db: DatabaseSync): Pick<Receipts, 'due' | 'nextDueAt' | 'recordAttempt'> {
  const selectDue = db.prepare(
    `SELECT id, reference, received_at, recipient, receipts.content, attempts, queued_at
     FROM receipts JOIN enquiries ON sequence = enquiry
     WHERE state = 'waiting' AND due_at <= ? ORDER BY due_at, enquiry`,
  );
  const next = db.prepare(
    `SELECT min(due_at) AS due_at FROM receipts WHERE state = 'waiting' AND due_at > ?`,
  );
  const update = db.prepare(
    `UPDATE receipts SET state = ?2, tried_at = ?3, due_at = ?4, reason = ?5, attempts = attempts + 1,
       content = iif(?2 = 'waiting', content, NULL)
     WHERE enquiry = (SELECT sequence FROM enquiries WHERE id = ?1)`,
  );
  return {
    due: ({ now, limit, perRecipient = limit, except }) => {
      const { recipients, enquiryIds } = except ?? { recipients: [], enquiryIds: [] };
      const due: DueMail[] = [];
      for (const row of selectDue.iterate(now)) {
        if (due.length === limit) break;
        const receipt = toDueMail(row);
        if (recipients.includes(receipt.to) || enquiryIds.includes(receipt.enquiryId)) continue;
        if (due.filter(({ to }) => to === receipt.to).length < perRecipient) due.push(receipt);
      }
      return due;
    },
    nextDueAt: ({ after }) => {
      const dueAt = next.get(after)?.due_at;
      return typeof dueAt === 'number' ? dueAt : undefined;
    },
    recordAttempt: (attempt) => {
      // A receipt has no fallback that it could be redirected to.
      const isWaiting = attempt.state === 'waiting' || attempt.state === 'redirected';
      const state = (isWaiting ? 'waiting' : attempt.state) satisfies ReceiptState;
      const reason = attempt.state === 'sent' ? null : attempt.reason;
      return (
        update.run(attempt.enquiryId, state, attempt.at, isWaiting ? attempt.dueAt : null, reason).changes > 0
      );
    },
  };
}

/** Converts a row to a due mail without a fallback. `content` is absent if it is damaged. */
function toDueMail(row: Record<string, SQLOutputValue>): DueMail {
  const { id, reference, received_at, recipient, attempts, queued_at } = row;
  const content = readMailContent(row.content);
  return {
    enquiryId: String(id),
    reference: String(reference),
    receivedAt: Number(received_at),
    to: String(recipient),
    fallback: null,
    refusedBy: null,
    ...(content && { content }),
    tries: Number(attempts),
    queuedAt: Number(queued_at),
  };
}
