import type { Insertable } from 'kysely';
import type { SavedAnswers } from '../records/stored-answers.ts';
import { readSavedAnswers } from '../records/stored-answers.ts';
import type { SharedTables } from './shared-tables.ts';
import { defineStatement, execute, fetchFirst, type Repository } from './statement.ts';

const insert = defineStatement(({ db }, row: Insertable<SharedTables['saved_answers']>) =>
  db.insertInto('saved_answers').values(row),
);

const selectValid = defineStatement(
  ({ db }, { hash, now }: { readonly hash: string; readonly now: number }) =>
    db.selectFrom('saved_answers').select('content').where('hash', '=', hash).where('expires_at', '>', now),
);

const deleteExpired = defineStatement(
  ({ db }, { now, limit }: { readonly now: number; readonly limit: number }) =>
    db
      .deleteFrom('saved_answers')
      .where('hash', 'in', ({ selectFrom }) =>
        selectFrom('saved_answers')
          .select('hash')
          .where('expires_at', '<=', now)
          .orderBy('expires_at')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      ),
);

export const savedAnswersRepository: Repository<'saveAnswers' | 'savedAnswers' | 'forgetSavedAnswers'> = {
  /** Stores answers under the hash of their link's token. Earlier ones of the same person stay. */
  *saveAnswers(answers) {
    const { hash, expiresAt } = answers;
    const content = JSON.stringify(answers);
    yield* execute(insert({ hash, expires_at: expiresAt, owner: toAnswersOwner(answers), content }));
  },
  /**
   * Returns the answers that are stored under a hash; undefined if there are none, or they have expired or
   * are damaged.
   */
  *savedAnswers(request) {
    return readSavedAnswers((yield* fetchFirst(selectValid(request)))?.content);
  },
  /** Deletes at most `limit` expired answers. Returns their number. */
  *forgetSavedAnswers(request) {
    return yield* execute(deleteExpired(request));
  },
};

/** Returns the key by which saved answers are found and deleted: enquiry type and address in lower case. */
export function toAnswersOwner({ email, enquiryType }: Pick<SavedAnswers, 'email' | 'enquiryType'>): string {
  return `${enquiryType} ${email.trim().toLowerCase()}`;
}
