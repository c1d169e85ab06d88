import type { DatabaseSync } from 'node:sqlite';
import type { NewEnquiry, SavedAnswers, SyncCalls } from '../store.ts';
import { readSavedAnswers } from '../stored-answers.ts';

/** The calls about answers of unfinished forms. Calls that write must run within a transaction. */
export interface SavedAnswersCalls
  extends Pick<SyncCalls, 'saveAnswers' | 'savedAnswers' | 'forgetSavedAnswers'> {
  /**
   * Deletes the saved answers of an enquiry's visitor for this enquiry type. Does nothing if the visitor has
   * no mail address.
   */
  forgetSent(entry: Pick<NewEnquiry, 'visitor' | 'enquiryType'>): void;
}

export function prepareSavedAnswers(db: DatabaseSync): SavedAnswersCalls {
  const insert = db.prepare(
    'INSERT INTO saved_answers (hash, expires_at, owner, content) VALUES (?, ?, ?, ?)',
  );
  const select = db.prepare('SELECT content FROM saved_answers WHERE hash = ? AND expires_at > ?');
  const expire = db.prepare(
    `DELETE FROM saved_answers WHERE hash IN (
       SELECT hash FROM saved_answers WHERE expires_at <= ? ORDER BY expires_at LIMIT ?
     )`,
  );
  const forgetSent = db.prepare('DELETE FROM saved_answers WHERE owner = ?');
  return {
    /** Adds answers. Earlier ones of the same visitor stay. */
    saveAnswers: (answers) => {
      insert.run(answers.hash, answers.expiresAt, toOwnerKey(answers), JSON.stringify(answers));
    },
    /**
     * Returns the answers that are stored under a hash; undefined if there are none, or they have expired at
     * `now` or are damaged.
     */
    savedAnswers: ({ hash, now }) => readSavedAnswers(select.get(hash, now)?.content),
    /** Deletes at most `limit` expired answers. Returns their number. */
    forgetSavedAnswers: ({ now, limit }) => Number(expire.run(now, limit).changes),
    forgetSent: ({ visitor: { email }, enquiryType }) => {
      if (email !== undefined) forgetSent.run(toOwnerKey({ email, enquiryType }));
    },
  };
}

/** Returns the key by which saved answers are found and deleted: enquiry type and address in lower case. */
function toOwnerKey({ email, enquiryType }: Pick<SavedAnswers, 'email' | 'enquiryType'>): string {
  return `${enquiryType} ${email.trim().toLowerCase()}`;
}
