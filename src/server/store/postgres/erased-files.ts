import { sql } from 'kysely';
import type { ErasedFile } from '../privacy-entry.ts';
import type { PostgresCalls } from './calls.ts';
import type { ErasureCleanup } from './erasure-cleanup.ts';

/**
 * Returns the calls about files that must be removed, and about removing erased data from the database's
 * pages. `emptyLog` is `requestCleanup`: it starts a cleanup if one is due, and returns true if none is left
 * to do.
 */
export function createErasedFileCalls({
  requestCleanup,
}: ErasureCleanup): PostgresCalls<'erasedFiles' | 'forgetErasedFiles' | 'purgeErasedTerms' | 'emptyLog'> {
  return {
    /**
     * Returns at most `limit` files that are to be removed, sorted by kind and name, after the file `after`;
     * without it, the first ones.
     */
    async erasedFiles(db, { after = startOfList, limit }) {
      const rows = await db
        .selectFrom('erased_files')
        .select(['kind', 'name', 'until'])
        .where(sql<boolean>`(kind, name) > (${after.kind}, ${after.name})`)
        .orderBy('kind')
        .orderBy('name')
        .limit(limit)
        .execute();
      return rows.map(({ kind, name, until }) => ({
        // The table's CHECK lets no other kind in.
        kind: kind as ErasedFile['kind'],
        name,
        ...(until !== null && { until }),
      }));
    },
    /** Deletes the entries of files that were removed. */
    async forgetErasedFiles(db, files) {
      const [kinds, names] = [files.map(({ kind }) => kind), files.map(({ name }) => name)];
      await sql`DELETE FROM erased_files WHERE (kind, name) IN (
        SELECT * FROM unnest(${kinds}::text[], ${names}::text[]))`.execute(db);
    },
    /** Does nothing and resolves to undefined: the cleanup rebuilds the full-text index anyway. */
    purgeErasedTerms: async () => undefined,
    emptyLog: requestCleanup,
  };
}

/** A file before every other in the sort order. */
const startOfList = { kind: '', name: '' };
