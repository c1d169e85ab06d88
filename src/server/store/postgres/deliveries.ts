import { sql } from 'kysely';
import type { NewDelivery } from '../delivery-entry.ts';
import type { Database } from './connect.ts';

/** A part of the statement that stores an enquiry: what of it goes elsewhere. */
export function newDeliveries(
  deliveries: readonly NewDelivery[],
  { receivedAt, isSuspected }: { readonly receivedAt: number; readonly isSuspected: boolean },
) {
  const destinations = deliveries.map(({ destination }) => destination);
  const bodies = deliveries.map(({ body }) => body);
  return sql`delivered AS (
    INSERT INTO deliveries (enquiry, destination, state, body, queued_at, due_at)
    SELECT sequence, destination, ${isSuspected ? 'held' : 'waiting'}, body, ${receivedAt}::bigint,
      ${isSuspected ? null : receivedAt}::bigint
    FROM stored CROSS JOIN unnest(${destinations}::text[], ${bodies}::text[]) AS new (destination, body))`;
}

/** Queues the deliveries of an enquiry that was suspected; to be called within a transaction. */
export async function releaseDeliveries(db: Database, enquiry: number, now: number): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'waiting', queued_at: now, due_at: now })
    .where('enquiry', '=', enquiry)
    .where('state', '=', 'held')
    .execute();
}
