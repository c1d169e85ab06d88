import { sql } from 'kysely';
import { getCampaignName } from '#engine/model/campaign.ts';
import type { ChangeOutcome } from '../group-commit.ts';
import type { Acceptance, NewEnquiry, StoredCapacity } from '../records/new-enquiry.ts';
import { getInitialMailState, toEnquiryContent, toEnquiryRecord } from '../records/stored-enquiry.ts';
import { hasIdOrReference } from '../repositories/columns.ts';
import { toAnswersOwner } from '../repositories/saved-answers.ts';
import { StoreError } from '../store-error.ts';
import type { PostgresCalls } from './calls.ts';
import { type Database, replaceUnstorable } from './connect.ts';
import { insertDeliveries, toDeliveryRows } from './deliveries.ts';
import { assignSequences, findKeys } from './idempotency-keys.ts';
import { isDuplicate, isRejectedStatement, mayComeFromTable } from './postgres-error.ts';
import { insertReceipts, toReceiptRow } from './receipts.ts';
import { buildSearchVector } from './search-vector.ts';
import { retryIfRolledBack, withTransaction } from './transaction.ts';

export const postgresEnquiryCalls: PostgresCalls<'page' | 'arrivals' | 'enquiry'> = {
  /**
   * Returns at most `limit` enquiries with numbers above `after`, in the order of arrival. `next` is the last
   * number if there may be more.
   */
  async page(db, { after = 0, limit }) {
    const rows = await selectRecords(db)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(limit)
      .execute();
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return { enquiries: rows.map(toEnquiryRecord), ...(last && { next: last.sequence }) };
  },
  /**
   * Counts by type the enquiries within a scope that have arrived since a time, without suspected ones, and
   * returns the time of the newest. Types without any are left out.
   */
  arrivals: (db, { since, within: { types, sites } = {} }) =>
    db
      .selectFrom('enquiries')
      .innerJoin('mails', 'mails.enquiry', 'sequence')
      .select(({ fn }) => ['type', fn.countAll<number>().as('count'), fn.max('received_at').as('newest')])
      .where('received_at', '>=', since)
      .where('state', '!=', 'suspected')
      .$if(types !== undefined, (query) => query.where('type', 'in', [...(types ?? []), unusedId]))
      .$if(sites !== undefined, (query) => query.where('site', 'in', [...(sites ?? []), unusedId]))
      .groupBy('type')
      .execute(),
  /** Returns an enquiry by its id or reference; undefined if there is none. */
  async enquiry(db, id) {
    const row = await selectRecords(db).where(hasIdOrReference(id)).executeTakeFirst();
    return row && toEnquiryRecord(row);
  },
};

/** An id that no type and no site has: a list in SQL must not be empty. */
const unusedId = '';

/** Selects the columns that `toEnquiryRecord` reads. */
function selectRecords(db: Database) {
  return db
    .selectFrom('enquiries')
    .innerJoin('mails', 'mails.enquiry', 'sequence')
    .select([
      'sequence',
      'id',
      'reference',
      'received_at',
      'enquiries.content',
      'state',
      'recipient',
      'refused_by',
      'attempts',
      'reason',
    ]);
}

/**
 * Stores new enquiries independently: if one of them cannot be stored, the others are. Returns one outcome
 * for each, in order. Rejects if a statement with several enquiries failed and it is unknown what was stored.
 * @param rememberedMs Milliseconds for which idempotency keys are valid.
 */
export async function acceptAll(
  db: Database,
  entries: readonly NewEnquiry[],
  rememberedMs: number,
): Promise<readonly ChangeOutcome<Acceptance>[]> {
  const outcomes: ChangeOutcome<Acceptance>[] = [];
  for (const group of groupByStatement(entries.map(serializeEnquiry))) {
    const [{ entry } = {}] = group;
    outcomes.push(
      ...(entry?.capacity
        ? [await toOutcome(acceptWithinCapacity(db, { entry, capacity: entry.capacity }, rememberedMs))]
        : await acceptRows(db, group, rememberedMs)),
    );
  }
  return outcomes;
}

/**
 * Stores one enquiry unless its capacity is exhausted, in a transaction that locks the type, so that two at the
 * same time cannot both take the last place. A repetition is answered by the stored result in any case.
 */
async function acceptWithinCapacity(
  db: Database,
  { entry, capacity }: { readonly entry: NewEnquiry; readonly capacity: StoredCapacity },
  rememberedMs: number,
): Promise<Acceptance> {
  const { since, domain, count } = capacity;
  const type = String(entry.enquiryType);
  const { id, idempotency, receivedAt } = entry;
  const { result: outcome, eventFault } = await withEventsIfPossible((events) =>
    withTransaction(db, async (transaction) => {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`capacity ${type}`}, 0))`.execute(
        transaction,
      );
      const found = await transaction
        .selectFrom('enquiries')
        .innerJoin('mails', 'mails.enquiry', 'sequence')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('type', '=', type)
        .where('received_at', '>=', since)
        .where('state', '!=', 'suspected')
        .$if(domain !== undefined, (query) => query.where('site', '=', domain ?? ''))
        .executeTakeFirstOrThrow();
      if (Number(found.count) >= count) return 'full';
      const stored = await storeRows(transaction, [serializeEnquiry(entry)], { rememberedMs, events });
      return stored.has(id) ? 'stored' : 'repeated';
    }),
  ).catch((error) => {
    throw toAcceptError(error, entry);
  });
  if (outcome === 'stored') return toAccepted(entry, eventFault);
  const [known] = idempotency ? await findKeys(db, [{ ...idempotency, now: receivedAt }]) : [];
  if (known) return known;
  // An enquiry with the same key was stored before, and erased since.
  return outcome === 'full' ? { kind: 'full' } : acceptWithinCapacity(db, { entry, capacity }, rememberedMs);
}

interface NewRow {
  readonly entry: NewEnquiry;
  /** The columns of the enquiry as a JSON object. */
  readonly text: string;
}

/** Returns an enquiry with its columns as JSON, without characters that PostgreSQL cannot store. */
function serializeEnquiry(entry: NewEnquiry): NewRow {
  return { entry, text: JSON.stringify(toColumns(entry), replaceUnstorable) };
}

/**
 * Splits the rows, in order, into groups that are stored with one statement each. A group can be stored in a
 * fraction of the statement timeout. It has no key twice, because equal keys must be compared one after the
 * other. An enquiry with a capacity is alone in its group.
 */
function groupByStatement(rows: readonly NewRow[]): readonly (readonly NewRow[])[] {
  const statements: NewRow[][] = [];
  let keys = new Set<string>();
  let length = 0;
  let isAlone = false;
  for (const row of rows) {
    const key = row.entry.idempotency?.key;
    length += row.text.length;
    const last = statements.at(-1);
    const wasAlone = isAlone;
    isAlone = row.entry.capacity !== undefined;
    const isRepeated = key !== undefined && keys.has(key);
    if (last === undefined || length > longestStatement || isRepeated || wasAlone || isAlone) {
      statements.push([row]);
      keys = new Set();
      length = row.text.length;
    } else last.push(row);
    if (key !== undefined) keys.add(key);
  }
  return statements;
}

/**
 * The most characters of a statement, unless one enquiry has more: a thousand ordinary enquiries, or two of
 * the largest.
 */
const longestStatement = 4_000_000;

/**
 * Stores rows with one statement. If the database refuses it, stores each row with a statement of its own.
 * Returns one outcome per row, in order: also the stored result of an earlier enquiry with the same key.
 * Rejects if the statement failed for several rows and it is unknown what was stored.
 */
async function acceptRows(
  db: Database,
  rows: readonly NewRow[],
  rememberedMs: number,
): Promise<readonly ChangeOutcome<Acceptance>[]> {
  try {
    // Two statements with the same photos in a different order can deadlock.
    const { result: stored, eventFault } = await withEventsIfPossible((events) =>
      retryIfRolledBack(() => storeRows(db, rows, { rememberedMs, events })),
    );
    return await Promise.all(
      rows.map(async (row): Promise<ChangeOutcome<Acceptance>> => {
        if (stored.has(row.entry.id)) return { isDone: true, result: toAccepted(row.entry, eventFault) };
        return toOutcome(findRepetitionOrAccept(db, row, rememberedMs));
      }),
    );
  } catch (error) {
    // If the database refused the statement, nothing of it is stored. If the connection was lost, that is
    // unknown, so the error is thrown.
    const [only] = rows;
    if (only && rows.length === 1) return [{ isDone: false, error: toAcceptError(error, only.entry) }];
    if (!isRejectedStatement(error)) throw error;
    return (await Promise.all(rows.map((row) => acceptRows(db, [row], rememberedMs)))).flat();
  }
}

/**
 * Returns the stored result of the enquiry's key. If there is none any more, because that enquiry was erased,
 * stores the new one and returns its result. Rejects if it cannot be stored.
 */
async function findRepetitionOrAccept(db: Database, row: NewRow, rememberedMs: number): Promise<Acceptance> {
  const { idempotency, receivedAt } = row.entry;
  const [known] = idempotency ? await findKeys(db, [{ ...idempotency, now: receivedAt }]) : [];
  if (known) return known;
  const [outcome] = await acceptRows(db, [row], rememberedMs);
  if (outcome?.isDone) return outcome.result;
  throw outcome?.error;
}

/** Resolves with the outcome of a promise; never rejects. */
function toOutcome<Result>(promise: Promise<Result>): Promise<ChangeOutcome<Result>> {
  return promise.then(
    (result) => ({ isDone: true, result }),
    (error) => ({ isDone: false, error }),
  );
}

/**
 * Converts the error of a duplicate reference to a `StoreError`, so that the caller generates another
 * reference. Returns other errors unchanged.
 */
function toAcceptError(error: unknown, { reference }: NewEnquiry): unknown {
  return isDuplicate(error, 'enquiries_reference_key')
    ? new StoreError(
        'reference-taken',
        `Cannot store reference "${reference}": another enquiry has it; generate a new one`,
        { cause: error },
      )
    : error;
}

function toAccepted({ id, reference, suspicion }: NewEnquiry, eventFault: string | undefined): Acceptance {
  const isConcerned = eventFault !== undefined && suspicion === undefined;
  return { kind: 'accepted', id, reference, ...(isConcerned && { eventFault }) };
}

/**
 * Stores enquiries with the events by which people are notified of them. If the database reports a fault for which
 * the table of the events may be the cause, stores them without events instead, and returns the fault's message as
 * `eventFault`. Rejects with the first error if that fails too.
 */
async function withEventsIfPossible<Result>(
  store: (events: 'with-events' | 'without-events') => Promise<Result>,
): Promise<{ readonly result: Result; readonly eventFault?: string }> {
  try {
    return { result: await store('with-events') };
  } catch (error) {
    if (!mayComeFromTable(error, 'notification_events')) throw error;
    const result = await store('without-events').catch(() => {
      throw error;
    });
    return { result, eventFault: error.message };
  }
}

/**
 * Stores enquiries with their keys, mails, receipts, deliveries and photo links, and deletes the saved
 * answers of their visitors, in one statement: one round trip and one commit, however many there are. Returns
 * the ids of the stored ones: an enquiry whose key exists already is not stored.
 */
async function storeRows(
  db: Database,
  rows: readonly NewRow[],
  {
    rememberedMs,
    events,
  }: { readonly rememberedMs: number; readonly events: 'with-events' | 'without-events' },
): Promise<ReadonlySet<string>> {
  const entries = rows.map(({ entry }) => entry);
  const keys = entries.flatMap(({ idempotency }) => idempotency?.key ?? []);
  const receivedAt = Math.min(...entries.map((entry) => entry.receivedAt));
  const parts = [
    sql`entry AS MATERIALIZED (
      SELECT nextval(pg_get_serial_sequence('enquiries', 'sequence')) AS sequence, given.*
      FROM json_to_recordset(${`[${rows.map(({ text }) => text).join()}]`}::json) AS given (${columns}))`,
    ...assignSequences({ keys, receivedAt, rememberedMs }),
    sql`stored AS (
      INSERT INTO enquiries (sequence, id, reference, received_at, type, site, sent_to, campaign, content, words)
      SELECT sequence, id, reference, received_at, type, site, sent_to, campaign, content, words::tsvector FROM taken
      RETURNING id)`,
    sql`mailed AS (
      INSERT INTO mails (enquiry, state, recipient, fallback, content, queued_at, due_at, reason)
      SELECT sequence, mail_state, recipient, fallback, mail, queued_at, queued_at, suspicion FROM taken)`,
    ...(events === 'with-events' && entries.some(({ suspicion }) => !suspicion)
      ? [insertNotificationEvents]
      : []),
    ...(entries.some(({ receipt }) => receipt) ? [insertReceipts] : []),
    ...(entries.some(({ deliveries }) => deliveries?.length) ? [insertDeliveries] : []),
    ...(entries.some(({ photos }) => photos.length > 0) ? photoClaims : []),
    ...(entries.some(({ visitor }) => visitor.email !== undefined) ? [deleteSavedAnswers] : []),
  ];
  const stored = await sql<{ id: string }>`WITH ${sql.join(parts)} SELECT id FROM stored`.execute(db);
  return new Set(stored.rows.map(({ id }) => id));
}

/** The events by which people are notified of enquiries that are not suspected. */
const insertNotificationEvents = sql`notified AS (
  INSERT INTO notification_events (enquiry, kind, at, due_at)
  SELECT sequence, 'new', received_at, received_at FROM taken WHERE suspicion IS NULL)`;

/** The columns that `toColumns` returns, with their SQL types. */
const columns = sql`
  id text, reference text, received_at bigint, type text, site text, sent_to text, campaign text, content text, words text,
  key text, body_hash text, mail_state text, recipient text, fallback text, mail text, queued_at bigint, suspicion text,
  receipt json, deliveries json, photos json, make_at bigint, owner text`;

/** Returns the values of the columns of an enquiry, by their names in `columns`. Absent ones become NULL. */
function toColumns(entry: NewEnquiry) {
  const { id, reference, receivedAt, enquiryType, domain, office, mail, photos, visitor } = entry;
  const state = getInitialMailState(entry);
  const isSuspected = state === 'suspected';
  return {
    id,
    reference,
    received_at: receivedAt,
    type: String(enquiryType),
    site: domain,
    ...(office !== null && { sent_to: String(office) }),
    ...(entry.campaign && { campaign: getCampaignName(entry.campaign) }),
    content: JSON.stringify(toEnquiryContent(entry)),
    words: buildSearchVector(entry),
    ...(entry.idempotency && { key: entry.idempotency.key, body_hash: entry.idempotency.bodyHash }),
    mail_state: state,
    recipient: mail.to,
    fallback: mail.fallback,
    mail: JSON.stringify(mail.content),
    ...(state === 'waiting' && { queued_at: receivedAt }),
    ...(entry.suspicion && { suspicion: entry.suspicion }),
    ...(entry.receipt && { receipt: toReceiptRow(entry.receipt, receivedAt) }),
    ...(entry.deliveries?.length && {
      deliveries: toDeliveryRows(entry.deliveries, { receivedAt, isSuspected }),
    }),
    ...(photos.length > 0 && { photos, ...(!isSuspected && { make_at: receivedAt }) }),
    ...(visitor.email !== undefined && { owner: toAnswersOwner({ email: visitor.email, enquiryType }) }),
  };
}

/**
 * Clauses that link photos to enquiries and schedule them to be re-encoded, except those of suspected
 * enquiries. Photos that do not exist are not linked.
 */
const photoClaims = [
  sql`named AS (
    SELECT sequence, place - 1 AS position, path, make_at FROM taken
      CROSS JOIN json_array_elements_text(photos) WITH ORDINALITY AS each (path, place))`,
  sql`claimed AS (
    UPDATE photos SET is_claimed = true,
      make_at = CASE WHEN fault IS NULL THEN coalesce(photos.make_at, first.make_at) ELSE photos.make_at END
    FROM (SELECT path, min(make_at) AS make_at FROM named GROUP BY path) AS first
    WHERE photos.path = first.path RETURNING photos.path)`,
  sql`linked AS (
    INSERT INTO enquiry_photos (enquiry, position, path)
    SELECT sequence, position, path FROM named JOIN claimed USING (path))`,
];

/** A clause that deletes the saved answers with the same type and mail address as the stored enquiries. */
const deleteSavedAnswers = sql`forgotten_answers AS (
  DELETE FROM saved_answers USING taken WHERE saved_answers.owner = taken.owner)`;
