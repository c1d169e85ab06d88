import { sql } from 'kysely';
import type { Documents } from '#engine';
import type { PostgresCalls } from './calls.ts';

/** The installation's keys, and what is known of others. */
export const installationCalls: PostgresCalls<
  | 'installationKeys'
  | 'addInstallationKey'
  | 'resealInstallationKey'
  | 'otherInstallation'
  | 'noteOtherInstallation'
> = {
  async installationKeys(db) {
    return db.selectFrom('installation_keys').select(['number', 'sealed']).orderBy('number').execute();
  },
  async addInstallationKey(db, key) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('installation_keys')
      .values(key)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  },
  async resealInstallationKey(db, { number, sealed }) {
    await db.updateTable('installation_keys').set({ sealed }).where('number', '=', number).execute();
  },
  async otherInstallation(db, fingerprint) {
    const row = await db
      .selectFrom('other_installations')
      .select(['is_trusted', 'last_number', 'last_documents'])
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { is_trusted: isTrusted, last_number: number, last_documents: documents } = row;
    if (number === null || documents === null) return { isTrusted };
    // Written below.
    return { isTrusted, last: { number, documents: JSON.parse(documents) as Documents } };
  },
  async noteOtherInstallation(db, { fingerprint, isTrusted, last }) {
    const documents = last && JSON.stringify(last.documents);
    await sql`INSERT INTO other_installations AS known (fingerprint, is_trusted, last_number, last_documents)
      VALUES (${fingerprint}, ${isTrusted ?? false}, ${last?.number ?? null}, ${documents ?? null})
      ON CONFLICT (fingerprint) DO UPDATE SET
        is_trusted = coalesce(${isTrusted ?? null}::boolean, known.is_trusted),
        last_number = coalesce(excluded.last_number, known.last_number),
        last_documents = coalesce(excluded.last_documents, known.last_documents)`.execute(db);
  },
};
