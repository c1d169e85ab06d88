import { sql } from 'kysely';
import type { PostgresCalls } from './calls.ts';
import { noteErasure } from './tidying.ts';

/**
 * What deletes suspected enquiries that nobody released; all that belongs to them goes with them (`ON DELETE CASCADE`). Their photos are then
 * named by nobody, and go as any such.
 */
export const suspectedCalls: PostgresCalls<'forgetSuspected'> = {
  async forgetSuspected(db, { receivedBefore, limit }) {
    // The index holds only what is not sent, and is found by the first condition alone.
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
    if (old.length > 0) await noteErasure(db, { isAsked: false });
    return old.length;
  },
};
