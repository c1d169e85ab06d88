import { sql } from 'kysely';
import type { Documents } from '#engine';
import type { PostgresCalls } from './calls.ts';
import type { Database } from './connect.ts';

export const postgresInstallationCalls: PostgresCalls<
  | 'installationKeys'
  | 'addInstallationKey'
  | 'resealInstallationKey'
  | 'otherInstallation'
  | 'otherInstallations'
  | 'updateOtherInstallation'
> = {
  /** Returns the encrypted keys of this installation, sorted by number. */
  async installationKeys(db) {
    return db.selectFrom('installation_keys').select(['number', 'sealed']).orderBy('number').execute();
  },
  /** Stores an encrypted key. Returns false, and does nothing, if there is already a key with this number. */
  async addInstallationKey(db, key) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('installation_keys')
      .values(key)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  },
  /** Replaces the encrypted text of the key with this number; does nothing if there is none. */
  async resealInstallationKey(db, { number, sealed }) {
    await db.updateTable('installation_keys').set({ sealed }).where('number', '=', number).execute();
  },
  /** Returns another installation by the fingerprint of its key; undefined if it is unknown. */
  async otherInstallation(db, fingerprint) {
    const row = await selectOtherInstallations(db).where('fingerprint', '=', fingerprint).executeTakeFirst();
    return row && toOtherInstallation(row);
  },
  /** Returns all other installations by the fingerprints of their keys. */
  async otherInstallations(db) {
    const rows = await selectOtherInstallations(db).execute();
    return Object.fromEntries(rows.map((row) => [row.fingerprint, toOtherInstallation(row)]));
  },
  /** Updates the given properties of an installation; adds it, not trusted by default, if it is unknown. */
  async updateOtherInstallation(db, { fingerprint, isTrusted, last }) {
    const documents = last && JSON.stringify(last.documents);
    await sql`INSERT INTO other_installations AS known (fingerprint, is_trusted, last_number, last_documents)
      VALUES (${fingerprint}, ${isTrusted ?? false}, ${last?.number ?? null}, ${documents ?? null})
      ON CONFLICT (fingerprint) DO UPDATE SET
        is_trusted = coalesce(${isTrusted ?? null}::boolean, known.is_trusted),
        last_number = coalesce(excluded.last_number, known.last_number),
        last_documents = coalesce(excluded.last_documents, known.last_documents)`.execute(db);
  },
};

/** Selects all other installations with the columns of `OtherRow` and their fingerprints. */
function selectOtherInstallations(db: Database) {
  return db
    .selectFrom('other_installations')
    .select(['fingerprint', 'is_trusted', 'last_number', 'last_documents']);
}

/** Returns an installation as the store's calls do: without `last` if no version was imported from it yet. */
function toOtherInstallation({
  is_trusted: isTrusted,
  last_number: number,
  last_documents: documents,
}: OtherRow) {
  if (number === null || documents === null) return { isTrusted };
  // Only `updateOtherInstallation` writes this column.
  return { isTrusted, last: { number, documents: JSON.parse(documents) as Documents } };
}

interface OtherRow {
  readonly is_trusted: boolean;
  readonly last_number: number | null;
  readonly last_documents: string | null;
}
