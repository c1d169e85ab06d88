import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type {
  DeliveryRecord,
  DeliveryTry,
  DestinationState,
  DueDelivery,
  NewDelivery,
  RedeliverOutcome,
  StoredDeliveryState,
} from '../delivery-entry.ts';
import type { SyncCalls } from '../store.ts';

type DeliveryCalls = Pick<
  SyncCalls,
  | 'claimDeliveries'
  | 'recordDeliveryAttempt'
  | 'nextDeliveryAt'
  | 'listDeliveries'
  | 'redeliver'
  | 'destinationStates'
  | 'switchOn'
>;

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
    recordDeliveryAttempt: prepareRecordAttempt(db),
    nextDeliveryAt: prepareNextDueAt(db),
    listDeliveries: prepareListDeliveries(db),
    redeliver: prepareRedeliver(db),
    ...prepareDestinations(db),
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
 * Returns the call that records one try, and the new state and due time of its delivery. If the delivery was
 * queued again meanwhile, only the try is recorded; if another worker has tried it meanwhile, only a success
 * changes it. A final failure that changes it switches the destination off if that has accepted nothing since
 * the delivery was queued. The call changes nothing if the delivery does not exist.
 */
function prepareRecordAttempt(db: DatabaseSync): DeliveryCalls['recordDeliveryAttempt'] {
  const select = db.prepare(
    `SELECT deliveries.enquiry, deliveries.queued_at, deliveries.state, deliveries.tries, mails.content IS NULL AS is_unworded
     FROM deliveries JOIN enquiries ON sequence = deliveries.enquiry JOIN mails ON mails.enquiry = sequence
     WHERE id = ? AND destination = ?`,
  );
  const insertTry = db.prepare(
    'INSERT INTO delivery_tries (enquiry, destination, at, outcome, reason) VALUES (?, ?, ?, ?, ?)',
  );
  const countAttempt = db.prepare(
    'UPDATE deliveries SET attempts = attempts + 1 WHERE enquiry = ? AND destination = ?',
  );
  const update = db.prepare(
    `UPDATE deliveries SET state = ?1, due_at = ?2, tries = tries + 1, body = iif(?3, NULL, body)
     WHERE enquiry = ?4 AND destination = ?5`,
  );
  const selectAcceptedSince = db.prepare(
    `SELECT 1 FROM delivery_tries WHERE destination = ? AND outcome = 'sent' AND at >= ? LIMIT 1`,
  );
  const switchOff = db.prepare(
    'INSERT OR IGNORE INTO destinations_off (destination, at, reason) VALUES (?, ?, ?)',
  );
  return (attempt) => {
    const { destination, at, state } = attempt;
    const {
      enquiry = null,
      queued_at: queuedAt,
      state: stateNow,
      tries,
      is_unworded,
    } = select.get(attempt.enquiryId, destination) ?? {};
    if (enquiry === null) return { exists: false, isSwitchedOff: false };
    const reason = 'reason' in attempt ? attempt.reason : null;
    insertTry.run(enquiry, destination, at, state, reason);
    countAttempt.run(enquiry, destination);
    const isTriedSince = stateNow !== 'waiting' || tries !== attempt.tries;
    if (queuedAt !== attempt.queuedAt || (isTriedSince && state !== 'sent'))
      return { exists: true, isSwitchedOff: false };
    const dueAt = attempt.state === 'waiting' ? attempt.dueAt : null;
    const isBodyOver = state !== 'waiting' && is_unworded === 1;
    update.run(state, dueAt, isBodyOver ? 1 : 0, enquiry, destination);
    if (state !== 'failed' || selectAcceptedSince.get(destination, attempt.queuedAt))
      return { exists: true, isSwitchedOff: false };
    switchOff.run(destination, at, attempt.reason);
    return { exists: true, isSwitchedOff: true };
  };
}

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

/**
 * Returns the call that lists the deliveries of an enquiry, by its id or reference, with their tries, sorted
 * by destination; empty if the enquiry is unknown.
 */
function prepareListDeliveries(db: DatabaseSync): DeliveryCalls['listDeliveries'] {
  const select = db.prepare(
    `SELECT deliveries.* FROM deliveries JOIN enquiries ON sequence = enquiry
     WHERE id = ?1 OR reference = ?1 ORDER BY destination`,
  );
  const tries = db.prepare(
    'SELECT at, outcome, reason FROM delivery_tries WHERE enquiry = ? AND destination = ? ORDER BY rowid',
  );
  return (id) =>
    select.all(id).map((row): DeliveryRecord => {
      const { enquiry = null, destination = null, due_at: dueAt } = row;
      return {
        destination: String(destination),
        // The table's CHECK lets no other text in.
        state: row.state as StoredDeliveryState,
        queuedAt: Number(row.queued_at),
        ...(typeof dueAt === 'number' && { dueAt }),
        attempts: Number(row.attempts),
        tries: tries.all(enquiry, destination).map(toDeliveryTry),
      };
    });
}

/** Converts a row of `delivery_tries`. `reason` is absent if it is null. */
function toDeliveryTry({ at, outcome, reason }: Row): DeliveryTry {
  return {
    at: Number(at),
    outcome: outcome as DeliveryTry['outcome'],
    ...(typeof reason === 'string' && { reason }),
  };
}

/**
 * Returns the call that queues the deliveries of an enquiry again, to one destination, or to all if none is
 * given: due at once, with a full number of tries. It leaves out those whose body was erased. It queues
 * nothing if the enquiry is unknown (`unknown`), one of them is held (`suspected`), or none is left
 * (`not-there`).
 */
function prepareRedeliver(db: DatabaseSync): DeliveryCalls['redeliver'] {
  const findEnquiry = db.prepare('SELECT sequence FROM enquiries WHERE id = ?1 OR reference = ?1');
  const select = db.prepare(
    'SELECT destination, state, body IS NULL AS is_over FROM deliveries WHERE enquiry = ? ORDER BY destination',
  );
  const queue = db.prepare(
    `UPDATE deliveries SET state = 'waiting', queued_at = ?1, due_at = ?1, tries = 0 WHERE enquiry = ?2 AND destination = ?3`,
  );
  return ({ id, destination, now }): RedeliverOutcome => {
    const { sequence } = findEnquiry.get(id) ?? {};
    if (sequence === undefined) return { kind: 'unknown' };
    const asked = select.all(sequence).filter((row) => [undefined, row.destination].includes(destination));
    if (asked.some(({ state }) => state === 'held')) return { kind: 'suspected' };
    const there = asked.filter(({ is_over }) => is_over === 0).map((row) => String(row.destination));
    if (there.length === 0) return { kind: 'not-there' };
    for (const each of there) queue.run(now, sequence, each);
    return { kind: 'queued', destinations: there };
  };
}

/** Prepares the calls about the states of destinations. */
function prepareDestinations(db: DatabaseSync): Pick<DeliveryCalls, 'destinationStates' | 'switchOn'> {
  // The partial index contains only unsent deliveries. SQLite uses it only because of the first condition.
  const counts = db.prepare(
    `SELECT destination, sum(state = 'waiting') AS waiting, sum(state = 'failed') AS failed,
       min(iif(state = 'waiting', queued_at, NULL)) AS oldest
     FROM deliveries WHERE state <> 'sent' GROUP BY destination`,
  );
  const selectSwitchedOff = db.prepare('SELECT destination, at, reason FROM destinations_off');
  const deleteSwitchedOff = db.prepare('DELETE FROM destinations_off WHERE destination = ?');
  const queueAgain = db.prepare(
    `UPDATE deliveries SET state = 'waiting', queued_at = ?1, due_at = ?1, tries = 0
     WHERE state <> 'sent' AND destination = ?2 AND state IN ('waiting', 'failed') AND body IS NOT NULL`,
  );
  return {
    /**
     * Returns the destinations that have unsent deliveries (waiting, failed or held) or are switched off,
     * sorted by id. Held deliveries are not counted.
     */
    destinationStates: () => {
      const states = new Map<string, DestinationState>();
      for (const { destination, waiting, failed, oldest } of counts.all())
        states.set(String(destination), {
          destination: String(destination),
          waiting: Number(waiting),
          failed: Number(failed),
          ...(typeof oldest === 'number' && { oldestWaitingSince: oldest }),
        });
      for (const { destination, at, reason } of selectSwitchedOff.all()) {
        const known = states.get(String(destination)) ?? { waiting: 0, failed: 0 };
        const switched = { at: Number(at), reason: String(reason) };
        states.set(String(destination), { ...known, destination: String(destination), off: switched });
      }
      return [...states.values()].sort((one, other) => (one.destination < other.destination ? -1 : 1));
    },
    /**
     * Switches a destination on, and queues its waiting and failed deliveries again, due at once and with a
     * full number of tries, except those whose body was erased. Returns their number; undefined if the
     * destination was not switched off.
     */
    switchOn: ({ destination, now }) => {
      if (deleteSwitchedOff.run(destination).changes === 0) return undefined;
      return Number(queueAgain.run(now, destination).changes);
    },
  };
}
