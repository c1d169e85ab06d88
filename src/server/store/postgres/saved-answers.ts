import { sql } from 'kysely';
import type { SavedAnswers } from '../store.ts';
import { readSavedAnswers } from '../stored-answers.ts';
import type { PostgresCalls } from './calls.ts';

export const postgresSavedAnswersCalls: PostgresCalls<'saveAnswers' | 'savedAnswers' | 'forgetSavedAnswers'> =
  {
    /** Stores answers under the hash of their link's token. Earlier ones of the same person stay. */
    async saveAnswers(db, answers) {
      const { hash, expiresAt } = answers;
      const row = {
        hash,
        expires_at: expiresAt,
        owner: toAnswersOwner(answers),
        content: JSON.stringify(answers),
      };
      await db.insertInto('saved_answers').values(row).execute();
    },
    /**
     * Returns the answers that are stored under a hash; undefined if there are none, or they have expired or
     * are damaged.
     */
    async savedAnswers(db, { hash, now }) {
      const row = await db
        .selectFrom('saved_answers')
        .select('content')
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return readSavedAnswers(row?.content);
    },
    /** Deletes at most `limit` expired answers. Returns their number. */
    async forgetSavedAnswers(db, { now, limit }) {
      const { numAffectedRows = 0n } = await sql`DELETE FROM saved_answers WHERE hash IN (
      SELECT hash FROM saved_answers WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )`.execute(db);
      return Number(numAffectedRows);
    },
  };

/** Returns the key by which saved answers are found and deleted: enquiry type and address in lower case. */
export function toAnswersOwner({ email, enquiryType }: Pick<SavedAnswers, 'email' | 'enquiryType'>): string {
  return `${enquiryType} ${email.trim().toLowerCase()}`;
}
