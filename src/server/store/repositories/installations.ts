import { sql } from 'kysely';
import type { Documents } from '#engine';
import type { OtherInstallation, SealedKey } from '../calls/installation-calls.ts';
import { defineStatement, execute, fetchAll, fetchFirst, type Repository } from './statement.ts';

/** The calls about the keys of this installation, and about the other installations that it knows. */
export const installationsRepository: Repository<
  | 'installationKeys'
  | 'addInstallationKey'
  | 'resealInstallationKey'
  | 'otherInstallation'
  | 'updateOtherInstallation'
> = {
  /** Returns the encrypted keys of this installation, sorted by number. */
  *installationKeys() {
    return yield* fetchAll(selectKeys());
  },
  /** Stores an encrypted key. Returns false, and does nothing, if there is already a key with this number. */
  *addInstallationKey(key) {
    return (yield* execute(insertKey(key))) === 1;
  },
  /** Replaces the encrypted text of the key with this number; does nothing if there is none. */
  *resealInstallationKey(key) {
    yield* execute(updateKey(key));
  },
  /** Returns another installation by the fingerprint of its key; undefined if it is unknown. */
  *otherInstallation(fingerprint) {
    const row = yield* fetchFirst(selectOther({ fingerprint }));
    return row && toOtherInstallation(row);
  },
  /** Updates the given properties of an installation; adds it, not trusted by default, if it is unknown. */
  *updateOtherInstallation({ fingerprint, isTrusted, last }) {
    yield* execute(
      upsertOther({
        fingerprint,
        isTrusted,
        lastNumber: last?.number,
        lastDocuments: last && JSON.stringify(last.documents),
      }),
    );
  },
};

const selectKeys = defineStatement(({ db }) =>
  db.selectFrom('installation_keys').select(['number', 'sealed']).orderBy('number'),
);

const insertKey = defineStatement(({ db }, key: SealedKey) =>
  db
    .insertInto('installation_keys')
    .values(key)
    .onConflict((conflict) => conflict.doNothing()),
);

const updateKey = defineStatement(({ db }, { number, sealed }: SealedKey) =>
  db.updateTable('installation_keys').set({ sealed }).where('number', '=', number),
);

const selectOther = defineStatement(({ db }, { fingerprint }: { readonly fingerprint: string }) =>
  db
    .selectFrom('other_installations')
    .select([
      'last_number',
      'last_documents',
      // SQLite has no booleans, so both return a number.
      sql<0 | 1>`CASE WHEN is_trusted THEN 1 ELSE 0 END`.as('trusted'),
    ])
    .where('fingerprint', '=', fingerprint),
);

const upsertOther = defineStatement(
  (
    { db },
    {
      fingerprint,
      isTrusted,
      lastNumber,
      lastDocuments,
    }: {
      readonly fingerprint: string;
      readonly isTrusted?: boolean | undefined;
      readonly lastNumber?: number | undefined;
      readonly lastDocuments?: string | undefined;
    },
  ) => {
    const given = {
      fingerprint,
      ...(isTrusted !== undefined && { is_trusted: isTrusted }),
      ...(lastNumber !== undefined && { last_number: lastNumber }),
      ...(lastDocuments !== undefined && { last_documents: lastDocuments }),
    };
    return db
      .insertInto('other_installations')
      .values(given)
      .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet(given));
  },
);

/** Returns an installation as the store's calls do: without `last` if no version was imported from it yet. */
function toOtherInstallation({
  trusted,
  last_number: number,
  last_documents: documents,
}: OtherRow): OtherInstallation {
  const isTrusted = trusted === 1;
  if (number === null || documents === null) return { isTrusted };
  // Only `updateOtherInstallation` writes this column.
  return { isTrusted, last: { number, documents: JSON.parse(documents) as Documents } };
}

interface OtherRow {
  readonly trusted: 0 | 1;
  readonly last_number: number | null;
  readonly last_documents: string | null;
}
