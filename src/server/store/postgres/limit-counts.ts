import { sql } from 'kysely';
import { unforcedCommit } from '../repositories/coordination.ts';
import type { PostgresCalls } from './calls.ts';

/**
 * The counts of shared limits, by the clock of the database. All instances together are granted no more than
 * the limits allow.
 */
export const postgresLimitCalls: PostgresCalls<'consumeLimits' | 'resetLimit' | 'sweepLimits'> = {
  /**
   * Counts each request that its limit grants, and returns the milliseconds to wait for each request, in the
   * order of `asks`: 0 if it is granted. Refused requests do not count. With `isInOrder`, the requests after
   * the first refused one are not made, and the list ends with that one.
   * @param at The time; absent: that of the database.
   */
  async consumeLimits(db, { asks, isInOrder, at = null }) {
    const { rows } = await sql<{ waits: readonly number[] }>`WITH ${unforcedCommit}
      SELECT take_limit_counts(
        ${asks.map(({ hash }) => hash)}::text[], ${asks.map(({ name }) => name)}::text[],
        ${asks.map(({ windowMs }) => windowMs)}::bigint[], ${asks.map(({ limit }) => limit)}::bigint[],
        ${asks.map(({ count }) => count)}::bigint[], ${isInOrder}::boolean, ${at}::bigint)::float8[] AS waits
      FROM unforced`.execute(db);
    return rows[0]?.waits ?? [];
  },
  /** Deletes what was counted under a hash. */
  async resetLimit(db, hash) {
    await sql`WITH ${unforcedCommit} DELETE FROM limit_counts USING unforced WHERE hash = ${hash}`.execute(
      db,
    );
  },
  /**
   * Deletes counts outside their windows, and all but the latest `mostOfLimit` hashes of each limit. Skips
   * rows that are being changed.
   */
  async sweepLimits(db, { mostOfLimit, at = null }) {
    // Skips rows that are being changed: waiting for them could deadlock.
    await sql`WITH ${unforcedCommit} DELETE FROM limit_counts USING unforced WHERE hash IN (
      SELECT hash FROM limit_counts
      WHERE until <= coalesce(${at}::bigint, floor(extract(epoch FROM clock_timestamp()) * 1000)) OR hash IN (
        SELECT hash FROM (
          SELECT hash, row_number() OVER (PARTITION BY name ORDER BY until DESC) AS place FROM limit_counts
        ) AS aged WHERE place > ${mostOfLimit}::bigint)
      FOR UPDATE SKIP LOCKED)`.execute(db);
  },
};
