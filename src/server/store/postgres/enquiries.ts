import { sql } from 'kysely';
import type { Acceptance, NewEnquiry } from '../store.ts';
import { StoreError } from '../store-error.ts';
import { contentOf, stateOfNew, toRecord } from '../stored-enquiry.ts';
import type { PostgresCalls } from './calls.ts';
import { isOf } from './columns.ts';
import type { Database } from './connect.ts';
import { newDeliveries } from './deliveries.ts';
import { findKey, takeSequence } from './idempotency-keys.ts';
import { isTaken } from './postgres-error.ts';
import { newReceipt } from './receipts.ts';
import { ownerOf } from './saved-answers.ts';
import { unlessUndone } from './transaction.ts';
import { searchVector } from './words.ts';

/** What stores enquiries, and reads them in the order of their arrival. */
export function enquiryCalls(
  rememberedMs: number,
): PostgresCalls<'accept' | 'recall' | 'page' | 'arrivals' | 'enquiry'> {
  async function accept(db: Database, entry: NewEnquiry): Promise<Acceptance> {
    const { id, reference, idempotency, receivedAt } = entry;
    if (await store(db, entry, rememberedMs)) return { kind: 'accepted', id, reference };
    const known = idempotency && (await findKey(db, { ...idempotency, now: receivedAt }));
    // What had the key was erased since.
    return known ?? accept(db, entry);
  }
  return {
    accept,
    recall: findKey,
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
}

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
 * Stores the enquiry with its key, its mail, its receipt, its deliveries and what it says of photos, and forgets what its visitor had saved: one statement, which is one
 * way to the server and one commit. False where the key is remembered.
 */
async function store(db: Database, entry: NewEnquiry, rememberedMs: number): Promise<boolean> {
  const { id, reference, receivedAt, enquiryType, domain, office } = entry;
  const content = JSON.stringify(contentOf(entry));
  const isSuspected = stateOfNew(entry) === 'suspected';
  const parts = [
    ...takeSequence(entry, rememberedMs),
    sql`stored AS (
      INSERT INTO enquiries (sequence, id, reference, received_at, type, site, sent_to, content, words)
      SELECT sequence, ${id}, ${reference}, ${receivedAt}::bigint, ${String(enquiryType)}, ${domain},
        ${office === null ? null : String(office)}, ${content}, ${searchVector(entry)}::tsvector
      FROM taken RETURNING sequence)`,
    newMail(entry),
    ...(entry.receipt ? [newReceipt(entry.receipt, receivedAt)] : []),
    ...(entry.deliveries?.length ? [newDeliveries(entry.deliveries, { receivedAt, isSuspected })] : []),
    ...photoClaim(entry),
    ...forgetSaved(entry),
  ];
  try {
    // Two that name the same photos in another order meet.
    const { rows } = await unlessUndone(() =>
      sql`WITH ${sql.join(parts)} SELECT sequence FROM stored`.execute(db),
    );
    return rows.length > 0;
  } catch (error) {
    // Nobody's fault: the caller draws another.
    if (!isTaken(error, 'enquiries_reference_key')) throw error;
    throw new StoreError(
      'reference-taken',
      `Cannot store reference "${reference}": an enquiry has it; draw a new one`,
      { cause: error },
    );
  }
}

function newMail(entry: NewEnquiry) {
  const { mail, suspicion = null, receivedAt } = entry;
  const state = stateOfNew(entry);
  const queuedAt = state === 'waiting' ? receivedAt : null;
  return sql`mailed AS (
    INSERT INTO mails (enquiry, state, recipient, fallback, content, queued_at, due_at, reason)
    SELECT sequence, ${state}, ${mail.to}, ${mail.fallback}, ${JSON.stringify(mail.content)},
      ${queuedAt}::bigint, ${queuedAt}::bigint, ${suspicion} FROM stored)`;
}

/** Notes that an enquiry names photos; they are made anew from then on, or later where it is suspected. */
function photoClaim(entry: NewEnquiry) {
  const { photos, receivedAt } = entry;
  if (photos.length === 0) return [];
  const makeAt = stateOfNew(entry) === 'suspected' ? null : receivedAt;
  return [
    sql`claimed AS (
      UPDATE photos SET is_claimed = true,
        make_at = CASE WHEN fault IS NULL THEN coalesce(make_at, ${makeAt}::bigint) ELSE make_at END
      FROM stored WHERE path = ANY (${photos}::text[]) RETURNING path)`,
    sql`linked AS (
      INSERT INTO enquiry_photos (enquiry, position, path)
      SELECT sequence, place - 1, path FROM stored
        CROSS JOIN unnest(${photos}::text[]) WITH ORDINALITY AS named (path, place) JOIN claimed USING (path))`,
  ];
}

function forgetSaved({ visitor: { email }, enquiryType }: NewEnquiry) {
  if (email === undefined) return [];
  const owner = ownerOf({ email, enquiryType });
  return [sql`forgotten_answers AS (DELETE FROM saved_answers USING stored WHERE owner = ${owner})`];
}
