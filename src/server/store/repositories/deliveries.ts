import { type Insertable, sql } from 'kysely';
import type { DeliveryTry, DestinationState, StoredDeliveryState } from '../records/delivery-entry.ts';
import { hasIdOrReference } from './columns.ts';
import { buildClaimEnd } from './coordination.ts';
import type { SharedTables } from './shared-tables.ts';
import { defineStatement, execute, fetchAll, fetchFirst, type Repository } from './statement.ts';

/** The calls about deliveries. Each database claims due ones, and finds the next one, in its own way. */
export const deliveriesRepository: Repository<
  'recordDeliveryAttempt' | 'listDeliveries' | 'redeliver' | 'destinationStates' | 'switchOn'
> = {
  /**
   * Records the result of an attempt. If the delivery was queued again, or tried by another worker and this
   * one did not succeed, only the try is recorded. After the last try, the destination is switched off if it
   * has accepted nothing since the delivery was queued. `exists` is false, and nothing is recorded, if there
   * is no such delivery.
   */
  *recordDeliveryAttempt(attempt) {
    const { destination, at, state, enquiryId, queuedAt } = attempt;
    const delivery = yield* fetchFirst(selectDelivery({ enquiryId, destination }));
    if (!delivery) return { exists: false, isSwitchedOff: false };
    const { enquiry } = delivery;
    const reason = 'reason' in attempt ? attempt.reason : null;
    yield* execute(insertTry({ enquiry, destination, at, outcome: state, reason }));
    yield* execute(countAttempt({ enquiry, destination }));
    const isTriedSince = delivery.state !== 'waiting' || delivery.tries !== attempt.tries;
    if (delivery.queued_at !== queuedAt || (isTriedSince && state !== 'sent'))
      return { exists: true, isSwitchedOff: false };
    const dueAt = attempt.state === 'waiting' ? attempt.dueAt : null;
    yield* execute(setOutcome({ enquiry, destination, state, dueAt }));
    if (state !== 'waiting' && delivery.has_mail_content === 0)
      yield* execute(eraseBody({ enquiry, destination }));
    if (attempt.state !== 'failed' || (yield* fetchFirst(selectAcceptedSince({ destination, queuedAt }))))
      return { exists: true, isSwitchedOff: false };
    yield* execute(switchOff({ destination, at, reason: attempt.reason }));
    return { exists: true, isSwitchedOff: true };
  },
  /**
   * Returns the deliveries of an enquiry, by its id or reference, with their tries, sorted by destination;
   * empty if the enquiry is unknown.
   */
  *listDeliveries(id) {
    const deliveries = [];
    for (const row of yield* fetchAll(selectOfEnquiry({ id }))) {
      const { enquiry, destination, queued_at: queuedAt, due_at: dueAt, attempts } = row;
      const tries = (yield* fetchAll(selectTries({ enquiry, destination }))).map(toDeliveryTry);
      // The table's CHECK lets no other text in.
      const state = row.state as StoredDeliveryState;
      deliveries.push({ destination, state, queuedAt, ...(dueAt !== null && { dueAt }), attempts, tries });
    }
    return deliveries;
  },
  /**
   * Queues deliveries of an enquiry again, those to one destination or all, except those whose body was
   * erased: due at once, with a full number of tries. Returns their destinations. Queues none and returns the
   * reason if the enquiry is unknown or suspected, or if there is no such delivery (`not-there`).
   */
  *redeliver({ id, destination, now }) {
    const enquiry = (yield* fetchFirst(selectEnquiry({ id })))?.sequence;
    if (enquiry === undefined) return { kind: 'unknown' };
    const asked = yield* fetchAll(selectAndLock({ enquiry, destination }));
    if (asked.some(({ state }) => state === 'held')) return { kind: 'suspected' };
    const destinations = asked.filter(({ has_body }) => has_body === 1).map((row) => row.destination);
    if (destinations.length === 0) return { kind: 'not-there' };
    yield* execute(queueAgain({ enquiry, destinations, now }));
    return { kind: 'queued', destinations };
  },
  /**
   * Returns each destination that has unsent deliveries (waiting, failed or held) or is switched off, with
   * the numbers of its waiting and failed deliveries, sorted by id.
   */
  *destinationStates() {
    return (yield* fetchAll(selectStates())).map(toDestinationState);
  },
  /**
   * Switches a destination on and queues its waiting and failed deliveries, due at once, except those whose
   * body was erased. Returns their number; undefined, and does nothing, if the destination was not switched
   * off.
   */
  *switchOn({ destination, now }) {
    if ((yield* execute(deleteSwitchedOff({ destination }))) === 0) return undefined;
    return yield* execute(queueAllAgain({ destination, now }));
  },
};

/** The key of a delivery: the number of its enquiry, and its destination. */
interface DeliveryKey {
  readonly enquiry: number;
  readonly destination: string;
}

const selectDelivery = defineStatement(
  ({ db }, { enquiryId, destination }: { readonly enquiryId: string; readonly destination: string }) =>
    db
      .selectFrom('deliveries')
      .innerJoin('enquiries', 'sequence', 'deliveries.enquiry')
      .innerJoin('mails', 'mails.enquiry', 'deliveries.enquiry')
      .select(['deliveries.enquiry', 'deliveries.queued_at', 'deliveries.state', 'deliveries.tries'])
      .select(sql<number>`CASE WHEN mails.content IS NULL THEN 0 ELSE 1 END`.as('has_mail_content'))
      .where('id', '=', enquiryId)
      .where('destination', '=', destination)
      .forUpdate('deliveries'),
);
const insertTry = defineStatement(({ db }, row: Insertable<SharedTables['delivery_tries']>) =>
  db.insertInto('delivery_tries').values(row),
);
const countAttempt = defineStatement(
  (_dialect, { enquiry, destination }: DeliveryKey) => sql`UPDATE deliveries SET attempts = attempts + 1
    WHERE enquiry = ${enquiry} AND destination = ${destination}`,
);
const setOutcome = defineStatement(
  (
    dialect,
    {
      enquiry,
      destination,
      state,
      dueAt,
    }: DeliveryKey & { readonly state: string; readonly dueAt: number | null },
  ) => sql`UPDATE deliveries SET state = ${state}, due_at = ${dueAt}, tries = tries + 1${buildClaimEnd(dialect, 'sender')}
    WHERE enquiry = ${enquiry} AND destination = ${destination}`,
);
const eraseBody = defineStatement(({ db }, { enquiry, destination }: DeliveryKey) =>
  db
    .updateTable('deliveries')
    .set({ body: null })
    .where('enquiry', '=', enquiry)
    .where('destination', '=', destination),
);
const selectAcceptedSince = defineStatement(
  (_dialect, { destination, queuedAt }: { readonly destination: string; readonly queuedAt: number }) =>
    sql`SELECT 1 FROM delivery_tries WHERE destination = ${destination} AND outcome = 'sent' AND at >= ${queuedAt} LIMIT 1`,
);
const switchOff = defineStatement(({ db }, row: Insertable<SharedTables['destinations_off']>) =>
  db
    .insertInto('destinations_off')
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
);

const selectOfEnquiry = defineStatement(({ db }, { id }: { readonly id: string }) =>
  db
    .selectFrom('deliveries')
    .innerJoin('enquiries', 'sequence', 'enquiry')
    .select(['enquiry', 'destination', 'state', 'queued_at', 'due_at', 'attempts'])
    .where(hasIdOrReference(id))
    .orderBy('destination'),
);
/** Selects all tries of a delivery, the earliest first. */
const selectTries = defineStatement(({ name, db }, { enquiry, destination }: DeliveryKey) =>
  db
    .selectFrom('delivery_tries')
    .select(['at', 'outcome', 'reason'])
    .where('enquiry', '=', enquiry)
    .where('destination', '=', destination)
    .orderBy(sql.raw(name === 'sqlite' ? 'rowid' : 'number')),
);

const selectEnquiry = defineStatement(({ db }, { id }: { readonly id: string }) =>
  db.selectFrom('enquiries').select('sequence').where(hasIdOrReference(id)),
);
const selectAndLock = defineStatement(
  (
    { db },
    { enquiry, destination }: { readonly enquiry: number; readonly destination: string | undefined },
  ) =>
    db
      .selectFrom('deliveries')
      .select(['destination', 'state'])
      .select(sql<number>`CASE WHEN body IS NULL THEN 0 ELSE 1 END`.as('has_body'))
      .where('enquiry', '=', enquiry)
      .$if(destination !== undefined, (query) => query.where('destination', '=', destination ?? ''))
      .orderBy('destination')
      .forUpdate(),
);
const queueAgain = defineStatement(
  (
    dialect,
    {
      enquiry,
      destinations,
      now,
    }: { readonly enquiry: number; readonly destinations: readonly string[]; readonly now: number },
  ) => sql`UPDATE deliveries SET state = 'waiting', queued_at = ${now}, due_at = ${now}, tries = 0${buildClaimEnd(dialect, 'sender')}
    WHERE enquiry = ${enquiry} AND ${dialect.isInList('destination', destinations, 'text')}`,
);

/** The partial index contains only unsent deliveries. It is used only because of the first condition. */
const selectStates = defineStatement(
  () => sql<StateRow>`SELECT destination, waiting, failed, oldest, at, reason FROM (
      SELECT destination, count(*) FILTER (WHERE state = 'waiting') AS waiting,
        count(*) FILTER (WHERE state = 'failed') AS failed, min(queued_at) FILTER (WHERE state = 'waiting') AS oldest
      FROM deliveries WHERE state <> 'sent' GROUP BY destination
    ) AS counted FULL JOIN destinations_off USING (destination) ORDER BY destination`,
);
const deleteSwitchedOff = defineStatement(({ db }, { destination }: { readonly destination: string }) =>
  db.deleteFrom('destinations_off').where('destination', '=', destination),
);
const queueAllAgain = defineStatement(
  (dialect, { destination, now }: { readonly destination: string; readonly now: number }) =>
    sql`UPDATE deliveries SET state = 'waiting', queued_at = ${now}, due_at = ${now}, tries = 0${buildClaimEnd(dialect, 'sender')}
      WHERE state <> 'sent' AND destination = ${destination} AND state IN ('waiting', 'failed') AND body IS NOT NULL`,
);

/** Converts a row of `delivery_tries`. `reason` is absent if it is null. */
function toDeliveryTry({
  at,
  outcome,
  reason,
}: {
  readonly at: number;
  readonly outcome: string;
  readonly reason: string | null;
}): DeliveryTry {
  // Only `recordDeliveryAttempt` writes this column.
  return { at, outcome: outcome as DeliveryTry['outcome'], ...(reason !== null && { reason }) };
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
function toDestinationState(row: StateRow): DestinationState {
  const { destination, waiting, failed, oldest, at, reason } = row;
  return {
    destination,
    waiting: waiting ?? 0,
    failed: failed ?? 0,
    ...(oldest !== null && { oldestWaitingSince: oldest }),
    ...(at !== null && { off: { at, reason: reason ?? '' } }),
  };
}
