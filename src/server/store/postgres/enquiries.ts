import { sql } from 'kysely';
import type { Outcome } from '../group-commit.ts';
import type { Acceptance, NewEnquiry } from '../store.ts';
import { StoreError } from '../store-error.ts';
import { contentOf, stateOfNew, toRecord } from '../stored-enquiry.ts';
import type { PostgresCalls } from './calls.ts';
import { isOf } from './columns.ts';
import { type Database, storableText } from './connect.ts';
import { deliveriesToStore, newDeliveries } from './deliveries.ts';
import { findKeys, takeSequences } from './idempotency-keys.ts';
import { isRefused, isTaken } from './postgres-error.ts';
import { newReceipts, receiptOf } from './receipts.ts';
import { ownerOf } from './saved-answers.ts';
import { unlessUndone } from './transaction.ts';
import { searchVector } from './words.ts';

/** What reads enquiries in the order of their arrival. */
export const enquiryCalls: PostgresCalls<'page' | 'arrivals' | 'enquiry'> = {
  async page(db, { after = 0, limit }) {
    const rows = await records(db).where('sequence', '>', after).orderBy('sequence').limit(limit).execute();
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return { enquiries: rows.map(toRecord), ...(last && { next: last.sequence }) };
  },
  arrivals: (db, { since, within: { types, sites } = {} }) =>
    db
      .selectFrom('enquiries')
      .innerJoin('mails', 'mails.enquiry', 'sequence')
      .select(({ fn }) => ['type', fn.countAll<number>().as('count'), fn.max('received_at').as('newest')])
      .where('received_at', '>=', since)
      .where('state', '!=', 'suspected')
      .$if(types !== undefined, (query) => query.where('type', 'in', [...(types ?? []), nowhere]))
      .$if(sites !== undefined, (query) => query.where('site', 'in', [...(sites ?? []), nowhere]))
      .groupBy('type')
      .execute(),
  async enquiry(db, id) {
    const row = await records(db).where(isOf(id)).executeTakeFirst();
    return row && toRecord(row);
  },
};

/** No type and no site: a list has to have something. */
const nowhere = '';

/** What `toRecord` reads, with the number. */
function records(db: Database) {
  return db
    .selectFrom('enquiries')
    .innerJoin('mails', 'mails.enquiry', 'sequence')
    .select([
      ...(['sequence', 'id', 'reference', 'received_at', 'enquiries.content'] as const),
      ...(['state', 'recipient', 'refused_by', 'attempts', 'reason'] as const),
    ]);
}

/**
 * Stores new enquiries, each for itself: where one of them cannot be stored, the others are. An outcome for each, in their order; rejects where
 * it is not known what became of them.
 */
export async function acceptAll(
  db: Database,
  entries: readonly NewEnquiry[],
  rememberedMs: number,
): Promise<readonly Outcome<Acceptance>[]> {
  const outcomes: Outcome<Acceptance>[] = [];
  for (const together of statementsOf(entries.map(rowOf)))
    outcomes.push(...(await accept(db, together, rememberedMs)));
  return outcomes;
}

/** An enquiry, and what is stored of it as JSON. */
interface NewRow {
  readonly entry: NewEnquiry;
  readonly text: string;
}

function rowOf(entry: NewEnquiry): NewRow {
  return { entry, text: JSON.stringify(columnsOf(entry), storableText) };
}

/** In their order, what one statement stores: no more than it does in a fraction of its time, and no key twice, which are told apart one after the other. */
function statementsOf(rows: readonly NewRow[]): readonly (readonly NewRow[])[] {
  const statements: NewRow[][] = [];
  let keys = new Set<string>();
  let length = 0;
  for (const row of rows) {
    const key = row.entry.idempotency?.key;
    length += row.text.length;
    const last = statements.at(-1);
    if (last === undefined || length > longestStatement || (key !== undefined && keys.has(key))) {
      statements.push([row]);
      keys = new Set();
      length = row.text.length;
    } else last.push(row);
    if (key !== undefined) keys.add(key);
  }
  return statements;
}

/** In characters: a thousand enquiries as visitors write them, or two of the largest. */
const longestStatement = 4_000_000;

async function accept(
  db: Database,
  rows: readonly NewRow[],
  rememberedMs: number,
): Promise<readonly Outcome<Acceptance>[]> {
  try {
    const stored = await store(db, rows, rememberedMs);
    return await Promise.all(
      rows.map(async (row): Promise<Outcome<Acceptance>> => {
        const { id, reference } = row.entry;
        if (stored.has(id)) return { isDone: true, result: { kind: 'accepted', id, reference } };
        return settled(repetition(db, row, rememberedMs));
      }),
    );
  } catch (error) {
    // Refused by the database, nothing of it is stored; of a connection that was lost nobody knows.
    const [only] = rows;
    if (only && rows.length === 1) return [{ isDone: false, error: meaningOf(error, only.entry) }];
    if (!isRefused(error)) throw error;
    return (await Promise.all(rows.map((row) => accept(db, [row], rememberedMs)))).flat();
  }
}

/** What had the key; where that was erased since, the enquiry is new. */
async function repetition(db: Database, row: NewRow, rememberedMs: number): Promise<Acceptance> {
  const { idempotency, receivedAt } = row.entry;
  const [known] = idempotency ? await findKeys(db, [{ ...idempotency, now: receivedAt }]) : [];
  if (known) return known;
  const [outcome] = await accept(db, [row], rememberedMs);
  if (outcome?.isDone) return outcome.result;
  throw outcome?.error;
}

function settled<Result>(promise: Promise<Result>): Promise<Outcome<Result>> {
  return promise.then(
    (result) => ({ isDone: true, result }),
    (error) => ({ isDone: false, error }),
  );
}

function meaningOf(error: unknown, { reference }: NewEnquiry): unknown {
  // Nobody's fault: the caller draws another.
  return isTaken(error, 'enquiries_reference_key')
    ? new StoreError(
        'reference-taken',
        `Cannot store reference "${reference}": an enquiry has it; draw a new one`,
        { cause: error },
      )
    : error;
}

/**
 * Stores enquiries with their keys, mails, receipts, deliveries and what they say of photos, and forgets what their visitors had saved: one
 * statement however many they are, which is one way to the server and one commit. Gives the ids of those that are stored: not of those
 * whose keys are remembered.
 */
async function store(
  db: Database,
  rows: readonly NewRow[],
  rememberedMs: number,
): Promise<ReadonlySet<string>> {
  const entries = rows.map(({ entry }) => entry);
  const keys = entries.flatMap(({ idempotency }) => idempotency?.key ?? []);
  const receivedAt = Math.min(...entries.map((entry) => entry.receivedAt));
  const parts = [
    sql`entry AS MATERIALIZED (
      SELECT nextval(pg_get_serial_sequence('enquiries', 'sequence')) AS sequence, given.*
      FROM json_to_recordset(${`[${rows.map(({ text }) => text).join()}]`}::json) AS given (${columns}))`,
    ...takeSequences({ keys, receivedAt, rememberedMs }),
    sql`stored AS (
      INSERT INTO enquiries (sequence, id, reference, received_at, type, site, sent_to, content, words)
      SELECT sequence, id, reference, received_at, type, site, sent_to, content, words::tsvector FROM taken
      RETURNING id)`,
    sql`mailed AS (
      INSERT INTO mails (enquiry, state, recipient, fallback, content, queued_at, due_at, reason)
      SELECT sequence, mail_state, recipient, fallback, mail, queued_at, queued_at, suspicion FROM taken)`,
    ...(entries.some(({ receipt }) => receipt) ? [newReceipts] : []),
    ...(entries.some(({ deliveries }) => deliveries?.length) ? [newDeliveries] : []),
    ...(entries.some(({ photos }) => photos.length > 0) ? photoClaims : []),
    ...(entries.some(({ visitor }) => visitor.email !== undefined) ? [forgetSaved] : []),
  ];
  // Two that name the same photos in another order meet.
  const stored = await unlessUndone(() =>
    sql<{ id: string }>`WITH ${sql.join(parts)} SELECT id FROM stored`.execute(db),
  );
  return new Set(stored.rows.map(({ id }) => id));
}

/** Of `columnsOf`, in PostgreSQL's words. */
const columns = sql`
  id text, reference text, received_at bigint, type text, site text, sent_to text, content text, words text,
  key text, body_hash text, mail_state text, recipient text, fallback text, mail text, queued_at bigint, suspicion text,
  receipt json, deliveries json, photos json, make_at bigint, owner text`;

/** What is stored of an enquiry. What is absent is NULL. */
function columnsOf(entry: NewEnquiry) {
  const { id, reference, receivedAt, enquiryType, domain, office, mail, photos, visitor } = entry;
  const state = stateOfNew(entry);
  const isSuspected = state === 'suspected';
  return {
    ...{ id, reference, received_at: receivedAt, type: String(enquiryType), site: domain },
    ...(office !== null && { sent_to: String(office) }),
    ...{ content: JSON.stringify(contentOf(entry)), words: searchVector(entry) },
    ...(entry.idempotency && { key: entry.idempotency.key, body_hash: entry.idempotency.bodyHash }),
    ...{ mail_state: state, recipient: mail.to, fallback: mail.fallback, mail: JSON.stringify(mail.content) },
    ...(state === 'waiting' && { queued_at: receivedAt }),
    ...(entry.suspicion && { suspicion: entry.suspicion }),
    ...(entry.receipt && { receipt: receiptOf(entry.receipt, receivedAt) }),
    ...(entry.deliveries?.length && {
      deliveries: deliveriesToStore(entry.deliveries, { receivedAt, isSuspected }),
    }),
    ...(photos.length > 0 && { photos, ...(!isSuspected && { make_at: receivedAt }) }),
    ...(visitor.email !== undefined && { owner: ownerOf({ email: visitor.email, enquiryType }) }),
  };
}

/** Notes that enquiries name photos; they are made anew from then on, or later where they are suspected. */
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

const forgetSaved = sql`forgotten_answers AS (
  DELETE FROM saved_answers USING taken WHERE saved_answers.owner = taken.owner)`;
