import { sql } from 'kysely';
import type { VersionSummary } from '../../../api/versions.ts';
import { toStoredVersion, toVersionSummary } from '../records/stored-version.ts';
import {
  type Dialect,
  defineStatement,
  fetchAll,
  fetchFirst,
  type Repository,
  type Steps,
} from './statement.ts';

export const versionReadingRepository: Repository<
  'versionPulse' | 'versions' | 'waitingVersions' | 'version' | 'versionByHash'
> = {
  /**
   * Returns the number of the live version, and number and time of the next scheduled one. `live` or `next`
   * is absent if there is no such version.
   */
  *versionPulse() {
    const rows = yield* fetchAll(selectPulse());
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
  *versions(request) {
    return (yield* fetchAll(selectPage(request))).map(toVersionSummary);
  },
  /** Returns the scheduled versions, the one that goes live next first. */
  *waitingVersions() {
    return (yield* fetchAll(selectWaiting())).map(toVersionSummary);
  },
  /**
   * Returns the version with this number, or the live one for `live`, with its documents; undefined if there
   * is none. Rejects with a `StoreError` if its documents are damaged.
   */
  *version(number) {
    const row = yield* fetchFirst(number === 'live' ? selectLive() : selectByNumber({ number }));
    return row && toStoredVersion(row);
  },
  /**
   * Returns the version whose documents compile to the form with this hash. Of several it is the live one,
   * otherwise the one that was replaced last. Undefined if no version with this hash was ever live. Rejects
   * with a `StoreError` if its documents are damaged.
   */
  *versionByHash(hash) {
    const row = yield* fetchFirst(selectByHash({ hash }));
    return row && toStoredVersion(row);
  },
};

/** Returns the summary of the live version, without its documents; undefined if there is none. */
export function* loadLiveVersion(): Steps<VersionSummary | undefined> {
  const row = yield* fetchFirst(selectLiveSummary());
  return row && toVersionSummary(row);
}

/** Returns the summary of the version with this number; undefined if there is none. */
export function* findSummary(number: number): Steps<VersionSummary | undefined> {
  const row = yield* fetchFirst(selectSummary({ number }));
  return row && toVersionSummary(row);
}

/**
 * Returns the summary of a version.
 * @throws Error if there is no such version
 */
export function* loadSummary(number: number): Steps<VersionSummary> {
  const found = yield* findSummary(number);
  if (!found) throw new Error(`Cannot find version ${number}, which has just been written`);
  return found;
}

/**
 * Returns a query for the columns that `toVersionSummary` reads, of all versions, also of those whose
 * documents are missing.
 */
function buildSummaries({ name, db }: Dialect) {
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
      sql<number | null>`${name === 'sqlite' ? countConsequences : sql.ref('consequence_count')}`.as(
        'consequence_count',
      ),
    ]);
}

/**
 * The number of consequences for visitors, without `documents-only`, which PostgreSQL has in a column. A
 * damaged column has no count.
 */
const countConsequences = sql`CASE WHEN json_valid(consequences) THEN (SELECT count(*) FROM json_each(consequences)
  WHERE CASE type WHEN 'object' THEN value ->> '$.kind' END <> 'documents-only') END`;

/** Returns a query for the columns that `toStoredVersion` reads, of all versions. */
function buildVersions(dialect: Dialect) {
  return buildSummaries(dialect).select(['documents', 'consequences']);
}

/** True of the live version. Written like the condition of the partial index, so that it is used. */
const isLive = sql<boolean>`state = 'live'`;
/** True of scheduled versions. Written like the condition of the partial index, so that it is used. */
const isScheduled = sql<boolean>`state = 'scheduled'`;

const selectPulse = defineStatement(
  () => sql<{ readonly number: number; readonly goes_live_at: number | null; readonly state: string }>`
    SELECT number, goes_live_at, state FROM versions WHERE ${isLive}
    UNION ALL
    SELECT * FROM (SELECT number, goes_live_at, state FROM versions WHERE ${isScheduled}
      ORDER BY goes_live_at, number LIMIT 1) AS next`,
);
const selectPage = defineStatement(
  (dialect, { before, limit }: { readonly before?: number; readonly limit: number }) =>
    buildSummaries(dialect)
      .$if(before !== undefined, (query) => query.where('versions.number', '<', before ?? 0))
      .orderBy('versions.number', 'desc')
      .limit(limit),
);
const selectWaiting = defineStatement((dialect) =>
  buildSummaries(dialect).where(isScheduled).orderBy('goes_live_at').orderBy('versions.number'),
);
const selectSummary = defineStatement((dialect, { number }: { readonly number: number }) =>
  buildSummaries(dialect).where('versions.number', '=', number),
);
const selectLiveSummary = defineStatement((dialect) => buildSummaries(dialect).where(isLive));
const selectLive = defineStatement((dialect) => buildVersions(dialect).where(isLive));
const selectByNumber = defineStatement((dialect, { number }: { readonly number: number }) =>
  buildVersions(dialect).where('versions.number', '=', number),
);
const selectByHash = defineStatement((dialect, { hash }: { readonly hash: string }) =>
  buildVersions(dialect)
    .where(sql<boolean>`versions.number IN (SELECT number FROM version_hashes WHERE hash = ${hash})`)
    .where('live_at', 'is not', null)
    // The live one, otherwise the one that was replaced last.
    .orderBy(sql`replaced_at DESC NULLS FIRST, versions.number DESC`)
    .limit(sql.lit(1)),
);
