import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { DueDelivery, NewDelivery } from '../records/delivery-entry.ts';
import type { SyncCalls } from '../store.ts';

/** The calls about due deliveries. */
type DeliveryCalls = Pick<SyncCalls, 'claimDeliveries' | 'nextDeliveryAt'>;

/**
 * Returns a function that inserts the deliveries of a new enquiry: waiting and due when it arrived, or held
 * if it is suspected. `enquiry` is the number of the enquiry. It must run within the transaction of the
 * enquiry.
 */
export function prepareInsertDeliveries(
  db: DatabaseSync,
): (enquiry: SQLInputValue, entry: NewDeliveries) => void {
  const insert = db.prepare(
    'INSERT INTO deliveries (enquiry, destination, state, body, queued_at, due_at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return (enquiry, { deliveries, receivedAt, isSuspected }) => {
    const dueAt = isSuspected ? null : receivedAt;
    for (const { destination, body } of deliveries)
      insert.run(enquiry, destination, isSuspected ? 'held' : 'waiting', body, receivedAt, dueAt);
  };
}

/** The deliveries of a new enquiry. They are held if the enquiry is suspected. */
export interface NewDeliveries {
  readonly deliveries: readonly NewDelivery[];
  readonly receivedAt: number;
  readonly isSuspected: boolean;
}

/** Prepares the statements of the tables of deliveries. Returns the calls that use them. */
export function prepareDeliveries(db: DatabaseSync): DeliveryCalls {
  return {
    claimDeliveries: prepareClaimDeliveries(db),
    nextDeliveryAt: prepareNextDueAt(db),
  };
}

/** A condition that is true if the destination `?1` is not switched off. */
const isDestinationOn = 'NOT EXISTS (SELECT 1 FROM destinations_off WHERE destinations_off.destination = ?1)';

/**
 * A condition that is true of a delivery that need not wait for photos: none of its enquiry is still to be
 * re-encoded, or it was queued at `?3` or earlier. It waits for a limited time, as a mail does.
 */
const arePhotosReencoded = `(queued_at <= ?3 OR NOT EXISTS (
  SELECT 1 FROM enquiry_photos JOIN photos USING (path)
  WHERE enquiry_photos.enquiry = deliveries.enquiry AND photos.state = 'stored' AND fault IS NULL
))`;

/**
 * Returns the call that claims due deliveries: for each destination of `places` that is on, those that have
 * been due longest, up to its limit. It sets their due time to `leasedUntil` and returns them. A delivery may
 * wait for photos for `photosWaitMs`.
 */
function prepareClaimDeliveries(db: DatabaseSync): DeliveryCalls['claimDeliveries'] {
  const select = db.prepare(
    `SELECT deliveries.enquiry, id, reference, destination, body, tries, queued_at
     FROM deliveries JOIN enquiries ON sequence = deliveries.enquiry
     WHERE destination = ?1 AND state = 'waiting' AND due_at <= ?2 AND ${isDestinationOn} AND ${arePhotosReencoded}
     ORDER BY due_at, deliveries.enquiry LIMIT ?4`,
  );
  const lease = db.prepare('UPDATE deliveries SET due_at = ? WHERE enquiry = ? AND destination = ?');
  return ({ now, leasedUntil, places, photosWaitMs }) =>
    places.flatMap(({ destination, limit }) => {
      const rows = select.all(destination, now, Math.max(0, now - photosWaitMs), limit);
      for (const { enquiry = null } of rows) lease.run(leasedUntil, enquiry, destination);
      return rows.map(toDueDelivery);
    });
}

/** Converts a row of `deliveries` with the id and reference of its enquiry. */
function toDueDelivery({ id, reference, destination, body, tries, queued_at }: Row): DueDelivery {
  return {
    enquiryId: String(id),
    reference: String(reference),
    destination: String(destination),
    body: String(body),
    tries: Number(tries),
    queuedAt: Number(queued_at),
  };
}

type Row = Readonly<Record<string, SQLOutputValue>>;

/**
 * Returns the call that finds the earliest due time of waiting deliveries, also a past one, at those of the
 * destinations that are on; undefined if none waits.
 */
function prepareNextDueAt(db: DatabaseSync): DeliveryCalls['nextDeliveryAt'] {
  const select = db.prepare(
    `SELECT min(due_at) AS due_at FROM deliveries WHERE destination = ?1 AND state = 'waiting' AND ${isDestinationOn}`,
  );
  return ({ destinations }) => {
    const due = destinations.flatMap((destination) => {
      const dueAt = select.get(destination)?.due_at;
      return typeof dueAt === 'number' ? [dueAt] : [];
    });
    return due.length === 0 ? undefined : Math.min(...due);
  };
}
