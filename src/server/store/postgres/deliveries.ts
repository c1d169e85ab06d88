import { sql } from 'kysely';
import type { DeliveryClaim, DueDelivery, NewDelivery } from '../records/delivery-entry.ts';
import type { PostgresCalls } from './calls.ts';
import type { Database } from './connect.ts';
import { isUnclaimed } from './sender.ts';

/**
 * A clause of the statement that stores enquiries. It stores their deliveries, which `toDeliveryRows` has put
 * into the column `deliveries` of `taken`.
 */
export const insertDeliveries = sql`delivered AS (
  INSERT INTO deliveries (enquiry, destination, state, body, queued_at, due_at)
  SELECT sequence, new.destination, new.state, new.body, received_at, new.due_at
  FROM taken CROSS JOIN json_to_recordset(deliveries) AS new (destination text, state text, body text, due_at bigint)
  WHERE deliveries IS NOT NULL)`;

/**
 * Returns the deliveries of a new enquiry as `insertDeliveries` reads them: due at once, or in the state
 * `held` if the enquiry is suspected.
 */
export function toDeliveryRows(
  deliveries: readonly NewDelivery[],
  { receivedAt, isSuspected }: { readonly receivedAt: number; readonly isSuspected: boolean },
) {
  return deliveries.map(({ destination, body }) => ({
    destination,
    body,
    state: isSuspected ? 'held' : 'waiting',
    ...(!isSuspected && { due_at: receivedAt }),
  }));
}

export const postgresDeliveryCalls: PostgresCalls<'nextDeliveryAt'> = {
  /**
   * Returns the time at which the next delivery of these destinations is due or its lease ends; undefined if
   * there is none. Destinations that are switched off are left out.
   */
  async nextDeliveryAt(db, { destinations }) {
    const { rows } = await sql<{ dueAt: number | null }>`
      SELECT min(due_at) AS "dueAt" FROM deliveries
      WHERE state = 'waiting' AND destination = ANY (${[...destinations]}::text[]) AND ${isDestinationOn}`.execute(
      db,
    );
    return rows[0]?.dueAt ?? undefined;
  },
};

/** The condition that the destination of a delivery is not switched off. */
const isDestinationOn = sql`NOT EXISTS (SELECT 1 FROM destinations_off WHERE destinations_off.destination = deliveries.destination)`;

/**
 * Claims and returns due deliveries for a sender, by destination in the order of `places`: nobody else gets
 * them before the lease ends, nor as long as the sender is alive, whatever its clock says.
 * @param sender The sender's id.
 */
export async function claimDeliveries(
  db: Database,
  sender: string,
  { places, ...request }: DeliveryClaim,
): Promise<readonly DueDelivery[]> {
  const claimed: DueDelivery[] = [];
  for (const place of places)
    claimed.push(...(await claimForDestination(db, { ...request, ...place, sender })));
  return claimed;
}

/** A claim of one destination, with the sender's id. */
type DestinationClaim = Omit<DeliveryClaim, 'places'> &
  DeliveryClaim['places'][number] & { readonly sender: string };

/**
 * Claims and returns at most `limit` deliveries of one destination, those that have been due longest first;
 * none if it is switched off. A delivery waits up to `photosWaitMs` for photos that can be re-encoded.
 */
async function claimForDestination(
  db: Database,
  { sender, destination, limit, now, leasedUntil, photosWaitMs }: DestinationClaim,
): Promise<readonly DueDelivery[]> {
  const queuedBefore = Math.max(0, now - photosWaitMs);
  const { rows } = await sql<DueDelivery>`
    WITH due AS (
      SELECT enquiry, due_at FROM deliveries
      WHERE destination = ${destination} AND state = 'waiting' AND due_at <= ${now} AND ${isDestinationOn} AND ${isUnclaimed(sender)}
        AND (queued_at <= ${queuedBefore} OR NOT EXISTS (
          SELECT 1 FROM enquiry_photos JOIN photos USING (path)
          WHERE enquiry_photos.enquiry = deliveries.enquiry AND photos.state = 'stored' AND fault IS NULL))
      ORDER BY due_at, enquiry LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE deliveries SET due_at = ${leasedUntil}, sender = ${sender} FROM due
      WHERE deliveries.enquiry = due.enquiry AND destination = ${destination}
      RETURNING deliveries.enquiry, destination, body, tries, queued_at, due.due_at AS was_due_at
    )
    SELECT id AS "enquiryId", reference, destination, body, tries, queued_at AS "queuedAt"
    FROM taken JOIN enquiries ON sequence = enquiry ORDER BY was_due_at, enquiry`.execute(db);
  return rows;
}
