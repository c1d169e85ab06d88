import { sql } from 'kysely';
import type { VersionSummary } from '../../../api/versions.ts';
import { toStoredVersion, toVersionSummary } from '../stored-version.ts';
import type { PostgresCalls } from './calls.ts';
import type { Database } from './connect.ts';

export const postgresVersionReads: PostgresCalls<
  'versionPulse' | 'versions' | 'waitingVersions' | 'version' | 'versionByHash'
> = {
  /**
   * Returns the number of the live version, and number and time of the next scheduled one. `live` or `next`
   * is absent if there is no such version.
   */
  async versionPulse(db) {
    const { rows } = await sql<{ number: number; goes_live_at: number | null; state: string }>`
      (SELECT number, goes_live_at, state FROM versions WHERE state = 'live')
      UNION ALL
      (SELECT number, goes_live_at, state FROM versions WHERE state = 'scheduled' ORDER BY goes_live_at, number LIMIT 1)`.execute(
      db,
    );
    const live = rows.find(({ state }) => state === 'live');
    const next = rows.find(({ state }) => state === 'scheduled');
    return {
      ...(live && { live: live.number }),
      ...(next && { next: { number: next.number, goesLiveAt: Number(next.goes_live_at) } }),
    };
  },
  /**
   * Returns at most `limit` versions, the newest first: those below the number `before`, or from the newest
   * on if `before` is absent. Damaged versions are included as `toVersionSummary` returns them.
   */
  async versions(db, { before, limit }) {
    const rows = await selectSummaries(db)
      .$if(before !== undefined, (query) => query.where('versions.number', '<', before ?? 0))
      .orderBy('versions.number', 'desc')
      .limit(limit)
      .execute();
    return rows.map(toVersionSummary);
  },
  /** Returns the scheduled versions, the one that goes live next first. */
  async waitingVersions(db) {
    const rows = await selectSummaries(db)
      .where(sql<boolean>`state = 'scheduled'`)
      .orderBy('goes_live_at')
      .orderBy('versions.number')
      .execute();
    return rows.map(toVersionSummary);
  },
  /**
   * Returns the version with this number, or the live one for `live`, with its documents; undefined if there
   * is none. Rejects with a `StoreError` if its documents are damaged.
   */
  async version(db, number) {
    const row = await selectVersions(db)
      .where(number === 'live' ? isLive : sql<boolean>`versions.number = ${number}`)
      .executeTakeFirst();
    return row && toStoredVersion(row);
  },
  /**
   * Returns the version whose documents compile to the form with this hash. Of several it is the live one,
   * otherwise the one that was replaced last. Undefined if no version with this hash was ever live. Rejects
   * with a `StoreError` if its documents are damaged.
   */
  async versionByHash(db, hash) {
    // The live one, otherwise the one that was replaced last.
    const row = await selectVersions(db)
      .where(sql<boolean>`versions.number IN (SELECT number FROM version_hashes WHERE hash = ${hash})`)
      .where('live_at', 'is not', null)
      .orderBy(sql`replaced_at DESC NULLS FIRST, versions.number DESC`)
      .limit(1)
      .executeTakeFirst();
    return row && toStoredVersion(row);
  },
};

/** Returns the summary of the live version, without its documents; undefined if there is none. */
export async function loadLiveVersion(db: Database): Promise<VersionSummary | undefined> {
  const row = await selectSummaries(db).where(isLive).executeTakeFirst();
  return row && toVersionSummary(row);
}

/**
 * Returns a query for the columns that `toVersionSummary` reads, of all versions, also of those whose
 * documents are missing.
 */
export function selectSummaries(db: Database) {
  return db
    .selectFrom('versions')
    .leftJoin('version_documents', 'version_documents.number', 'versions.number')
    .select([
      'versions.number',
      'state',
      'goes_live_at',
      'live_at',
      'replaced_at',
      'content',
      'consequence_count',
    ]);
}

/** Returns a query for the columns that `toStoredVersion` reads, of all versions. */
function selectVersions(db: Database) {
  return selectSummaries(db).select(['documents', 'consequences']);
}

/**
 * A condition that is true of the live version. Written like the one of the partial index, so that PostgreSQL
 * uses it.
 */
const isLive = sql<boolean>`state = 'live'`;
