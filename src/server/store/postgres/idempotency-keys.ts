import { sql } from 'kysely';
import type { Repetition } from '../records/new-enquiry.ts';
import type { StoreRequest } from '../store.ts';
import { type Database, toStorable } from './connect.ts';

export type KeyRequest = StoreRequest<'recall'>;

/**
 * Returns the stored result of each key, in order; undefined if there is none or it has expired at `now`,
 * `key-reused` if it was stored with another body hash. One round trip, however many keys there are.
 */
export async function findKeys(
  db: Database,
  asked: readonly KeyRequest[],
): Promise<readonly (Repetition | undefined)[]> {
  const { rows } = await sql<KeyRow>`
    SELECT key, body_hash, remembered_until, id, reference
    FROM idempotency_keys JOIN enquiries ON sequence = enquiry
    WHERE key = ANY (${asked.map(({ key }) => key)}::text[])`.execute(db);
  const found = new Map(rows.map((row) => [row.key, row]));
  return asked.map(({ key, bodyHash, now }) => {
    const row = found.get(toStorable(key));
    if (row === undefined || row.remembered_until <= now) return undefined;
    if (row.body_hash !== bodyHash) return { kind: 'key-reused' };
    return { kind: 'repeated', id: row.id, reference: row.reference };
  });
}

interface KeyRow {
  readonly key: string;
  readonly body_hash: string;
  readonly remembered_until: number;
  readonly id: string;
  readonly reference: string;
}

/** More than one enquiry adds, so that the table stays small, but few enough to be cheap. */
const maxPurgedAtOnce = 100;

/**
 * Returns the WITH clauses that decide which rows of the clause `entry`, the new enquiries with their
 * sequences, may be stored. They store the keys of `entry`, and delete some expired keys. The last clause,
 * `taken`, has the rows without a key, and those whose key is new or was expired. Of two statements with the
 * same key, the later one waits for the commit of the other (PostgreSQL 15, "INSERT", ON CONFLICT).
 * @param keys The keys of the entries, each of them once. If empty, `taken` is all of `entry`.
 * @param receivedAt The time of the earliest entry: keys that had expired then may be deleted.
 * @param rememberedMs The time after which a key expires.
 */
export function assignSequences({
  keys,
  receivedAt,
  rememberedMs,
}: {
  readonly keys: readonly string[];
  readonly receivedAt: number;
  readonly rememberedMs: number;
}) {
  if (keys.length === 0) return [sql`taken AS (SELECT * FROM entry)`];
  return [
    // Excludes the keys of these entries: one statement must not change a row twice.
    sql`forgotten_keys AS (
      DELETE FROM idempotency_keys WHERE key IN (
        SELECT key FROM idempotency_keys WHERE remembered_until <= ${receivedAt} AND key <> ALL (${keys}::text[])
        ORDER BY remembered_until LIMIT ${sql.lit(maxPurgedAtOnce)} FOR UPDATE SKIP LOCKED))`,
    sql`keyed AS (
      INSERT INTO idempotency_keys (key, body_hash, enquiry, remembered_until)
      SELECT key, body_hash, sequence, received_at + ${rememberedMs}::bigint FROM entry WHERE key IS NOT NULL ORDER BY key
      ON CONFLICT (key) DO UPDATE SET body_hash = excluded.body_hash, enquiry = excluded.enquiry,
        remembered_until = excluded.remembered_until
      WHERE idempotency_keys.remembered_until <= excluded.remembered_until - ${rememberedMs}::bigint
      RETURNING enquiry)`,
    sql`taken AS (SELECT * FROM entry WHERE key IS NULL OR sequence IN (SELECT enquiry FROM keyed))`,
  ];
}
