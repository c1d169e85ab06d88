import type { DatabaseSync } from 'node:sqlite';
import type { EnquiryRecord } from '../records/enquiry-record.ts';
import type { Acceptance, NewEnquiry } from '../records/new-enquiry.ts';
import { getInitialMailState, toEnquiryContent, toEnquiryRecord } from '../records/stored-enquiry.ts';
import { toAnswersOwner } from '../repositories/saved-answers.ts';
import { buildExtraTerms } from '../repositories/search-terms.ts';
import type { Arrivals, EnquiryListPage, StoreRequest } from '../store.ts';
import { StoreError, violatesUnique } from '../store-error.ts';
import { prepareInsertDeliveries } from './deliveries.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';
import type { Receipts } from './receipts.ts';

/**
 * Returns a function that stores an enquiry with its mail, receipt, deliveries, photos, idempotency key and, if it
 * is not suspected, the event by which people are notified, and deletes the visitor's saved answers of this type. If
 * the key is known, it returns the stored result instead, and `full` if the capacity of the type is exhausted. Each
 * call deletes some expired keys. It must run within a transaction, and throws a StoreError
 * `reference-taken` if another enquiry has the reference.
 * @param rememberedMs The milliseconds for which an idempotency key is stored.
 */
export function prepareAccept(
  db: DatabaseSync,
  {
    keys,
    rememberedMs,
    receipts,
  }: {
    readonly keys: IdempotencyKeys;
    readonly rememberedMs: number;
    readonly receipts: Pick<Receipts, 'add'>;
  },
): (entry: NewEnquiry) => Acceptance {
  const insertEnquiry = db.prepare(
    'INSERT INTO enquiries (id, reference, received_at, content, further_words) VALUES (?, ?, ?, ?, ?)',
  );
  const insertMail = db.prepare(
    `INSERT INTO mails (enquiry, state, recipient, fallback, content, queued_at, due_at, reason)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertEvent = prepareInsertEvent(db);
  const claimPhotos = preparePhotoClaim(db);
  const queueDeliveries = prepareInsertDeliveries(db);
  const deleteSavedAnswers = db.prepare('DELETE FROM saved_answers WHERE owner = ?');
  const isFull = prepareIsFull(db);

  return (entry) => {
    const { id, reference, receivedAt, photos, idempotency, visitor, values, enquiryType } = entry;
    keys.purgeExpired({ now: receivedAt });
    const known = idempotency && keys.find({ ...idempotency, now: receivedAt });
    if (known) return known;
    if (isFull(entry)) return { kind: 'full' };
    const enquiry = insertWithFreeReference(reference, () =>
      insertEnquiry.run(
        id,
        reference,
        receivedAt,
        JSON.stringify(toEnquiryContent(entry)),
        buildExtraTerms([visitor.name, values]),
      ),
    ).lastInsertRowid;
    insertMail.run(enquiry, ...toMailColumns(entry));
    if (entry.receipt) receipts.add(entry.receipt, { number: enquiry, receivedAt });
    const isSuspected = getInitialMailState(entry) === 'suspected';
    const eventFault = isSuspected ? undefined : insertEvent({ enquiry, receivedAt });
    queueDeliveries(enquiry, { deliveries: entry.deliveries ?? [], receivedAt, isSuspected });
    const makeAt = isSuspected ? null : receivedAt;
    claimPhotos({ enquiry, paths: photos, makeAt });
    if (idempotency) keys.add({ ...idempotency, enquiry, until: receivedAt + rememberedMs });
    if (visitor.email !== undefined)
      deleteSavedAnswers.run(toAnswersOwner({ email: visitor.email, enquiryType }));
    return { kind: 'accepted', id, reference, ...(eventFault && { eventFault }) };
  };
}

/**
 * Returns a function that adds the event by which people are notified of a new enquiry. If that fails, only the event
 * is rolled back, and the function returns the message of the error, which contains no answers. It must run within a transaction.
 */
function prepareInsertEvent(
  db: DatabaseSync,
): (event: { readonly enquiry: number | bigint; readonly receivedAt: number }) => string | undefined {
  let insert: ReturnType<DatabaseSync['prepare']> | undefined;
  return ({ enquiry, receivedAt }) => {
    db.exec('SAVEPOINT event');
    try {
      // Prepared here: without the table this throws, and enquiries have to be stored nevertheless.
      insert ??= db.prepare(
        `INSERT INTO notification_events (enquiry, kind, at, due_at) VALUES (?, 'new', ?, ?)`,
      );
      insert.run(enquiry, receivedAt, receivedAt);
      db.exec('RELEASE event');
      return undefined;
    } catch (error) {
      // SQLite has rolled back the whole transaction: the enquiry is not stored either.
      if (!db.isTransaction) throw error;
      db.exec('ROLLBACK TO event; RELEASE event');
      return error instanceof Error ? error.message : String(error);
    }
  };
}

/** Returns a function that returns true if the capacity that an enquiry names is exhausted. */
function prepareIsFull(db: DatabaseSync): (entry: Pick<NewEnquiry, 'enquiryType' | 'capacity'>) => boolean {
  const count = db.prepare(
    `SELECT COUNT(*) AS count FROM (SELECT 1 FROM enquiries JOIN mails ON enquiry = sequence
     WHERE type = ?1 AND received_at >= ?2 AND (?3 IS NULL OR site = ?3) AND state != 'suspected' LIMIT ?4)`,
  );
  return ({ enquiryType, capacity }) =>
    capacity !== undefined &&
    Number(count.get(String(enquiryType), capacity.since, capacity.domain ?? null, capacity.count)?.count) >=
      capacity.count;
}

/**
 * Returns the values of the columns of a new mail after `enquiry`, in the order of the statement that inserts
 * it. Only a waiting mail has a time at which it was queued and is due.
 */
function toMailColumns(entry: NewEnquiry) {
  const { mail, suspicion, receivedAt } = entry;
  const { to, fallback, content } = mail;
  const state = getInitialMailState(entry);
  const queuedAt = state === 'waiting' ? receivedAt : null;
  return [state, to, fallback, JSON.stringify(content), queuedAt, queuedAt, suspicion ?? null] as const;
}

/**
 * Runs an insert and returns its result. A duplicate reference has a code of its own, so that the caller
 * generates another one.
 * @throws StoreError `reference-taken` if another enquiry has the reference; other errors unchanged
 */
function insertWithFreeReference<Result>(reference: string, insert: () => Result): Result {
  try {
    return insert();
  } catch (error) {
    if (!violatesUnique(error, 'enquiries.reference')) throw error;
    throw new StoreError(
      'reference-taken',
      `Cannot store reference "${reference}": another enquiry has it; generate a new one`,
      { cause: error },
    );
  }
}

/**
 * Returns a function that links photos to a new enquiry, in the order of the paths, and schedules those
 * without a fault to be re-encoded unless they are scheduled. Unknown paths are left out. It must run within
 * the transaction of the enquiry.
 */
function preparePhotoClaim(db: DatabaseSync): (claim: {
  readonly enquiry: number | bigint;
  readonly paths: readonly string[];
  /**
   * The time from which they are re-encoded; null if the enquiry is suspected, so that it has to be released
   * first.
   */
  readonly makeAt: number | null;
}) => void {
  const mark = db.prepare(
    `UPDATE photos SET is_claimed = 1, make_at = iif(fault IS NULL, coalesce(make_at, ?), make_at) WHERE path IN (SELECT value FROM json_each(?))`,
  );
  const link = db.prepare(
    `INSERT INTO enquiry_photos (enquiry, position, path)
     SELECT ?, key, value FROM json_each(?) WHERE value IN (SELECT path FROM photos)`,
  );
  return ({ enquiry, paths, makeAt }) => {
    if (paths.length === 0) return;
    mark.run(makeAt, JSON.stringify(paths));
    link.run(enquiry, JSON.stringify(paths));
  };
}

/** The columns that `toEnquiryRecord` reads. */
export const recordColumns =
  'sequence, id, reference, received_at, enquiries.content, state, recipient, refused_by, attempts, reason';

/** Selects `recordColumns` of all enquiries; a condition can be added. */
const records = `SELECT ${recordColumns} FROM enquiries JOIN mails ON enquiry = sequence`;

/**
 * Returns a function that reads at most `limit` enquiries after a number, in the order of arrival, from the
 * first one if `after` is absent. `next` is the number of the last one if the page is full, otherwise absent.
 */
export function prepareListPage(db: DatabaseSync): (request: StoreRequest<'page'>) => EnquiryListPage {
  const select = db.prepare(`${records} WHERE sequence > ? ORDER BY sequence LIMIT ?`);
  return ({ after = 0, limit }) => {
    const rows = select.all(after, limit);
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return { enquiries: rows.map(toEnquiryRecord), ...(last ? { next: Number(last.sequence) } : {}) };
  };
}

/**
 * Returns a function that counts the enquiries since a time, by type and within a scope, without suspected
 * ones. Types without an enquiry are left out.
 */
export function prepareArrivals(
  db: DatabaseSync,
): (request: StoreRequest<'arrivals'>) => readonly Arrivals[] {
  const select = db.prepare(
    `SELECT json_extract(enquiries.content, '$.enquiryType') AS type, COUNT(*) AS count, MAX(received_at) AS newest
     FROM enquiries JOIN mails ON enquiry = sequence WHERE received_at >= ?1 AND state != 'suspected'
       AND (?2 IS NULL OR +enquiries.type IN (SELECT value FROM json_each(?2)))
       AND (?3 IS NULL OR +site IN (SELECT value FROM json_each(?3))) GROUP BY 1`,
  );
  /** Returns a list as JSON; null, which matches everything, if it is absent. */
  const toJsonList = (values: readonly string[] | undefined) => (values ? JSON.stringify(values) : null);
  return ({ since, within: { types, sites } = {} }) =>
    select.all(since, toJsonList(types), toJsonList(sites)).map(({ type, count, newest }) => ({
      type: String(type),
      count: Number(count),
      newest: Number(newest),
    }));
}

/** Returns a function that reads an enquiry by its id or reference; undefined if there is none. */
export function prepareEnquiry(db: DatabaseSync): (id: string) => EnquiryRecord | undefined {
  const select = db.prepare(`${records} WHERE id = ?1 OR reference = ?1`);
  return (id) => {
    const row = select.get(id);
    return row && toEnquiryRecord(row);
  };
}
