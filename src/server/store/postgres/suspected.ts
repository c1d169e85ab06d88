import { sql } from 'kysely';
import type { PostgresCalls } from './calls.ts';
import { recordErasure } from './erasure-cleanup.ts';

export const postgresSuspectedCalls: PostgresCalls<'forgetSuspected'> = {
  /**
   * Deletes at most `limit` suspected enquiries that arrived before a time, with everything that belongs to
   * them (`ON DELETE CASCADE`). Their photos then belong to no enquiry and are removed like all such photos.
   * Records the erasure, so that a cleanup follows. Returns the number of enquiries.
   */
  async forgetSuspected(db, { receivedBefore, limit }) {
    // The partial index contains only unsent mails. PostgreSQL uses it only because of the first condition.
    const { rows: old } = await sql<{ sequence: number; paths: readonly string[] }>`
      SELECT sequence, ARRAY(SELECT path FROM enquiry_photos WHERE enquiry = sequence) AS paths
      FROM mails JOIN enquiries ON sequence = enquiry
      WHERE state <> 'sent' AND state = 'suspected' AND received_at < ${receivedBefore}
      ORDER BY sequence LIMIT ${limit} FOR UPDATE OF mails SKIP LOCKED`.execute(db);
    const sequences = old.map(({ sequence }) => sequence);
    const paths = old.flatMap((row) => row.paths);
    await sql`DELETE FROM enquiries WHERE sequence = ANY (${sequences}::bigint[])`.execute(db);
    await sql`UPDATE photos SET is_claimed = false WHERE path = ANY (${paths}::text[])
      AND NOT EXISTS (SELECT 1 FROM enquiry_photos WHERE enquiry_photos.path = photos.path)`.execute(db);
    if (old.length > 0) await recordErasure(db, { isAsked: false });
    return old.length;
  },
};
