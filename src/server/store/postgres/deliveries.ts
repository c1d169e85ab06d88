import { sql } from 'kysely';
import type {
  DeliveryAttempt,
  DeliveryClaim,
  DeliveryTry,
  DestinationState,
  DueDelivery,
  NewDelivery,
  RecordedAttempt,
  RedeliverOutcome,
  StoredDeliveryState,
} from '../delivery-entry.ts';
import type { PostgresCalls } from './calls.ts';
import { hasIdOrReference } from '../repositories/columns.ts';
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

export const postgresDeliveryCalls: PostgresCalls<
  | 'recordDeliveryAttempt'
  | 'nextDeliveryAt'
  | 'listDeliveries'
  | 'redeliver'
  | 'destinationStates'
  | 'switchOn'
> = {
  recordDeliveryAttempt: recordAttempt,
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
  /**
   * Returns the deliveries of an enquiry, by its id or reference, with their tries, sorted by destination;
   * empty if the enquiry is unknown.
   */
  async listDeliveries(db, id) {
    const rows = await db
      .selectFrom('deliveries')
      .innerJoin('enquiries', 'sequence', 'enquiry')
      .select(['enquiry', 'destination', 'state', 'queued_at', 'due_at', 'attempts'])
      .where(hasIdOrReference(id))
      .orderBy('destination')
      .execute();
    return Promise.all(
      rows.map(async ({ enquiry, destination, state, queued_at: queuedAt, due_at: dueAt, attempts }) => ({
        // The table's CHECK lets no other text in.
        destination,
        state: state as StoredDeliveryState,
        queuedAt,
        ...(dueAt !== null && { dueAt }),
        attempts,
        tries: await listTries(db, { enquiry, destination }),
      })),
    );
  },
  /**
   * Queues deliveries of an enquiry again, those to one destination or all, except those whose body was
   * erased. Returns their destinations. Queues none and returns the reason if the enquiry is unknown or
   * suspected, or if there is no such delivery (`not-there`).
   */
  async redeliver(db, { id, destination, now }): Promise<RedeliverOutcome> {
    const enquiry = await db
      .selectFrom('enquiries')
      .select('sequence')
      .where(hasIdOrReference(id))
      .executeTakeFirst();
    if (!enquiry) return { kind: 'unknown' };
    const asked = await db
      .selectFrom('deliveries')
      .select(['destination', 'state', sql<boolean>`body IS NULL`.as('isOver')])
      .where('enquiry', '=', enquiry.sequence)
      .$if(destination !== undefined, (query) => query.where('destination', '=', destination ?? ''))
      .orderBy('destination')
      .forUpdate()
      .execute();
    if (asked.some(({ state }) => state === 'held')) return { kind: 'suspected' };
    const destinations = asked.filter(({ isOver }) => !isOver).map((row) => row.destination);
    if (destinations.length === 0) return { kind: 'not-there' };
    await sql`UPDATE deliveries SET state = 'waiting', queued_at = ${now}, due_at = ${now}, tries = 0, sender = NULL
      WHERE enquiry = ${enquiry.sequence} AND destination = ANY (${destinations}::text[])`.execute(db);
    return { kind: 'queued', destinations };
  },
  /**
   * Returns each destination that has unsent deliveries or is switched off, with the numbers of its waiting
   * and failed deliveries, sorted by id.
   */
  async destinationStates(db) {
    // The partial index contains only unsent deliveries. PostgreSQL uses it only because of the first
    // condition.
    const { rows } = await sql<StateRow>`
      SELECT destination, waiting, failed, oldest, at, reason FROM (
        SELECT destination, count(*) FILTER (WHERE state = 'waiting') AS waiting,
          count(*) FILTER (WHERE state = 'failed') AS failed, min(queued_at) FILTER (WHERE state = 'waiting') AS oldest
        FROM deliveries WHERE state <> 'sent' GROUP BY destination
      ) AS counted FULL JOIN destinations_off USING (destination) ORDER BY destination`.execute(db);
    return rows.map(toDestinationState);
  },
  /**
   * Switches a destination on and queues its waiting and failed deliveries, due at once, except those whose
   * body was erased. Returns their number; undefined, and does nothing, if the destination was not switched
   * off.
   */
  async switchOn(db, { destination, now }) {
    const { numDeletedRows } = await db
      .deleteFrom('destinations_off')
      .where('destination', '=', destination)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return undefined;
    const { numAffectedRows = 0n } = await sql`
      UPDATE deliveries SET state = 'waiting', queued_at = ${now}, due_at = ${now}, tries = 0, sender = NULL
      WHERE state <> 'sent' AND destination = ${destination} AND state IN ('waiting', 'failed') AND body IS NOT NULL`.execute(
      db,
    );
    return Number(numAffectedRows);
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

/**
 * Records the result of an attempt. If the delivery was queued again, or tried by another worker and this one
 * did not succeed, only the try is recorded. After the last try, the destination is switched off if it has
 * accepted nothing since the delivery was queued. `exists` is false, and nothing is recorded, if there is no
 * such delivery.
 */
async function recordAttempt(db: Database, attempt: DeliveryAttempt): Promise<RecordedAttempt> {
  const { destination, at, state, enquiryId, queuedAt, tries } = attempt;
  const delivery = await db
    .selectFrom('deliveries')
    .innerJoin('enquiries', 'sequence', 'deliveries.enquiry')
    .innerJoin('mails', 'mails.enquiry', 'deliveries.enquiry')
    .select([
      'deliveries.enquiry',
      'deliveries.queued_at',
      'deliveries.state',
      'deliveries.tries',
      sql<boolean>`mails.content IS NULL`.as('isUnworded'),
    ])
    .where('id', '=', enquiryId)
    .where('destination', '=', destination)
    .forUpdate('deliveries')
    .executeTakeFirst();
  if (!delivery) return { exists: false, isSwitchedOff: false };
  const { enquiry, isUnworded } = delivery;
  const reason = 'reason' in attempt ? attempt.reason : null;
  await db
    .insertInto('delivery_tries')
    .values({ enquiry, destination, at, outcome: state, reason })
    .execute();
  const isTriedSince = delivery.state !== 'waiting' || delivery.tries !== tries;
  const isSuperseded = delivery.queued_at !== queuedAt || (isTriedSince && state !== 'sent');
  await db
    .updateTable('deliveries')
    .set((value) => ({ attempts: value('attempts', '+', 1) }))
    .$if(!isSuperseded, (update) =>
      update.set((value) => ({
        state,
        due_at: attempt.state === 'waiting' ? attempt.dueAt : null,
        tries: value('tries', '+', 1),
        sender: null,
        ...(state !== 'waiting' && isUnworded && { body: null }),
      })),
    )
    .where('enquiry', '=', enquiry)
    .where('destination', '=', destination)
    .execute();
  const isSwitchedOff = !isSuperseded && attempt.state === 'failed' && !(await hasAcceptedSince(db, attempt));
  if (isSwitchedOff)
    await sql`INSERT INTO destinations_off (destination, at, reason) VALUES (${destination}, ${at}, ${attempt.reason})
      ON CONFLICT DO NOTHING`.execute(db);
  return { exists: true, isSwitchedOff };
}

/** Returns true if the destination has accepted any delivery since this one was queued. */
async function hasAcceptedSince(db: Database, { destination, queuedAt }: DeliveryAttempt): Promise<boolean> {
  const { rows } = await sql`SELECT FROM delivery_tries
    WHERE destination = ${destination} AND outcome = 'sent' AND at >= ${queuedAt} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Returns all tries of a delivery, the earliest first. */
async function listTries(
  db: Database,
  delivery: { readonly enquiry: number; readonly destination: string },
): Promise<readonly DeliveryTry[]> {
  const rows = await db
    .selectFrom('delivery_tries')
    .select(['at', 'outcome', 'reason'])
    .where('enquiry', '=', delivery.enquiry)
    .where('destination', '=', delivery.destination)
    .orderBy('number')
    .execute();
  return rows.map(({ at, outcome, reason }) => ({
    // Only `recordDeliveryAttempt` writes this column.
    at,
    outcome: outcome as DeliveryTry['outcome'],
    ...(reason !== null && { reason }),
  }));
}

/** The deliveries of a destination by state, and the time and reason for which it is switched off. */
interface StateRow {
  readonly destination: string;
  readonly waiting: number | null;
  readonly failed: number | null;
  /** The time since which the oldest waiting delivery is queued; null if none waits. */
  readonly oldest: number | null;
  /** The time at which the destination was switched off; null if it is on. */
  readonly at: number | null;
  readonly reason: string | null;
}

/** Converts a row: a count that is null becomes 0, other values that are null are left out. */
function toDestinationState({
  destination,
  waiting,
  failed,
  oldest,
  at,
  reason,
}: StateRow): DestinationState {
  return {
    destination,
    waiting: waiting ?? 0,
    failed: failed ?? 0,
    ...(oldest !== null && { oldestWaitingSince: oldest }),
    ...(at !== null && { off: { at, reason: reason ?? '' } }),
  };
}
