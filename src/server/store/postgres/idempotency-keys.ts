import { sql } from 'kysely';
import type { Repetition, RequestOf } from '../store.ts';
import { type Database, storable } from './connect.ts';

/** Under which key an enquiry comes, and when. */
export type AskedKey = RequestOf<'recall'>;

/** What each key is remembered with, in their order; undefined: it is not. However many they are, it is one way to the server. */
export async function findKeys(
  db: Database,
  asked: readonly AskedKey[],
): Promise<readonly (Repetition | undefined)[]> {
  const { rows } = await sql<KeyRow>`
    SELECT key, body_hash, remembered_until, id, reference
    FROM idempotency_keys JOIN enquiries ON sequence = enquiry
    WHERE key = ANY (${asked.map(({ key }) => key)}::text[])`.execute(db);
  const found = new Map(rows.map((row) => [row.key, row]));
  return asked.map(({ key, bodyHash, now }) => {
    const row = found.get(storable(key));
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

/** Drops more than one enquiry adds, so that keys do not gather; few enough to cost nothing. */
const mostForgottenAtOnce = 100;

/**
 * What gives enquiries their numbers as `taken`, of rows of `entry`; one whose key is remembered has none there: who comes with the same key at
 * once waits for the other's commit (PostgreSQL 15, "INSERT", ON CONFLICT). `keys`: those of the entries, no two of which are alike.
 */
export function takeSequences({
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
    // Their own are another statement's, as it were: no row is changed twice in one.
    sql`forgotten_keys AS (
      DELETE FROM idempotency_keys WHERE key IN (
        SELECT key FROM idempotency_keys WHERE remembered_until <= ${receivedAt} AND key <> ALL (${keys}::text[])
        ORDER BY remembered_until LIMIT ${sql.lit(mostForgottenAtOnce)} FOR UPDATE SKIP LOCKED))`,
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
