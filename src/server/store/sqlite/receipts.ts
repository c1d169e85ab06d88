import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { DueMail, DueRequest, MailAttempt } from '../records/mail-queue.ts';
import type { NewReceipt, ReceiptState } from '../records/receipt-entry.ts';
import { readMailContent } from '../records/stored-mail.ts';

/** The visitors' receipts. Functions that change them must run within a transaction. */
export interface Receipts {
  /**
   * Inserts the receipt of a new enquiry: waiting and due when the enquiry arrived, or held, or withheld, in
   * which case only the reason is stored.
   */
  add(receipt: NewReceipt, enquiry: { readonly number: number | bigint; readonly receivedAt: number }): void;
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
  return { add: prepareAddReceipt(db), ...prepareReceiptQueue(db) };
}

function prepareAddReceipt(db: DatabaseSync): Receipts['add'] {
  const insert = db.prepare(
    `INSERT INTO receipts (enquiry, state, recipient, content, queued_at, due_at, reason) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  return (receipt, { number, receivedAt }) => {
    if (receipt.state === 'withheld')
      return void insert.run(number, receipt.state, null, null, null, null, receipt.reason);
    const { state, to, content } = receipt;
    const queuedAt = state === 'waiting' ? receivedAt : null;
    insert.run(number, state, to, JSON.stringify(content), queuedAt, queuedAt, null);
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
