import type { DatabaseSync } from 'node:sqlite';
import type { DueMail, DueRequest, MailAttempt } from '../records/mail-queue.ts';
import { getReplyNumber } from '../records/reply-entry.ts';
import { toDueReply } from '../records/stored-reply.ts';

/** The queue of replies. */
export interface Replies {
  /**
   * Returns at most `limit` replies to send now, those that have been due longest first: at most
   * `perRecipient` for each address, and none of `except`, whose ids are those of replies. Does not claim them.
   */
  due(request: DueRequest): readonly DueMail[];
  /** Returns the due time of the next reply that is due later than `after`; undefined if there is none. */
  nextDueAt(request: { readonly after: number }): number | undefined;
  /**
   * Records the result of one try; once it is sent or failed, its mail is deleted. Must run within a
   * transaction. Returns false if the enquiry was erased meanwhile.
   */
  recordAttempt(attempt: MailAttempt): boolean;
}

/** Prepares the statements of the queue in the table `replies`. */
export function prepareReplies(db: DatabaseSync): Replies {
  const selectDue = db.prepare(
    `SELECT number, id, reference, at, recipient, attempts, mail
     FROM replies JOIN enquiries ON sequence = enquiry
     WHERE state = 'waiting' AND due_at <= ? ORDER BY due_at, number`,
  );
  const next = db.prepare(`SELECT min(due_at) AS due_at FROM replies WHERE state = 'waiting' AND due_at > ?`);
  const update = db.prepare(
    `UPDATE replies SET state = ?2, changed_at = ?3, due_at = ?4, reason = ?5, attempts = attempts + 1,
       mail = iif(?2 = 'waiting', mail, NULL) WHERE number = ?1`,
  );
  return {
    due: ({ now, limit, perRecipient = limit, except }) => {
      const { recipients, enquiryIds } = except ?? { recipients: [], enquiryIds: [] };
      const due: DueMail[] = [];
      for (const row of selectDue.iterate(now)) {
        if (due.length === limit) break;
        const reply = toDueReply(row);
        if (recipients.includes(reply.to) || enquiryIds.includes(reply.enquiryId)) continue;
        if (due.filter(({ to }) => to === reply.to).length < perRecipient) due.push(reply);
      }
      return due;
    },
    nextDueAt: ({ after }) => {
      const dueAt = next.get(after)?.due_at;
      return typeof dueAt === 'number' ? dueAt : undefined;
    },
    recordAttempt: (attempt) => {
      // A reply has no fallback that it could be redirected to.
      const isWaiting = attempt.state === 'waiting' || attempt.state === 'redirected';
      const state = isWaiting ? 'waiting' : attempt.state;
      const reason = attempt.state === 'sent' ? null : attempt.reason;
      const dueAt = isWaiting ? attempt.dueAt : null;
      return update.run(getReplyNumber(attempt.enquiryId), state, attempt.at, dueAt, reason).changes > 0;
    },
  };
}
