import { sql } from 'kysely';
import type { PostgresCalls } from './calls.ts';

export const postgresSharedFileCalls: PostgresCalls<
  'reportNeededFiles' | 'shareFile' | 'sharedFile' | 'forgetFiles'
> = {
  /**
   * Records that the stored files at these addresses are needed now; a recorded time of the last 10 minutes
   * stays. Returns those of the addresses at which no file is stored.
   */
  async reportNeededFiles(db, addresses) {
    const asked = sql`${[...addresses]}::text[]`;
    // Skips rows that another server has just updated, or is updating.
    const { rows } = await sql<{ readonly address: string }>`WITH needed AS (
        UPDATE shared_files SET needed_at = now() WHERE address IN (
          SELECT address FROM shared_files
          WHERE address = ANY (${asked}) AND needed_at < now() - interval '10 minutes' FOR UPDATE SKIP LOCKED))
      SELECT address FROM unnest(${asked}) AS asked (address)
      WHERE NOT EXISTS (SELECT FROM shared_files WHERE shared_files.address = asked.address)`.execute(db);
    return rows.map(({ address }) => address);
  },
  /** Stores a file as needed now. Changes nothing if there is a file at its address. */
  async shareFile(db, { address, content }) {
    await db
      .insertInto('shared_files')
      .values({ address, content: Buffer.from(content) })
      .onConflict((conflict) => conflict.column('address').doNothing())
      .execute();
  },
  /** Returns the content of the file at an address; undefined if none is stored. */
  async sharedFile(db, address) {
    const row = await db
      .selectFrom('shared_files')
      .select('content')
      .where('address', '=', address)
      .executeTakeFirst();
    return row?.content;
  },
  /**
   * Deletes at most `limit` files that no server has needed for `unneededMs` milliseconds, the least recently
   * needed first. Returns the number of deleted files.
   */
  async forgetFiles(db, { unneededMs, limit }) {
    const { numAffectedRows = 0n } = await sql`DELETE FROM shared_files WHERE address IN (
      SELECT address FROM shared_files WHERE needed_at < now() - ${unneededMs}::double precision * interval '1 ms'
      ORDER BY needed_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )`.execute(db);
    return Number(numAffectedRows);
  },
};
