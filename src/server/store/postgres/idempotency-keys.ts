import { sql } from 'kysely';
import type { NewEnquiry, Repetition } from '../store.ts';
import type { Database } from './connect.ts';

/** What a key is remembered with; undefined: it is not. */
export async function findKey(
  db: Database,
  { key, bodyHash, now }: { readonly key: string; readonly bodyHash: string; readonly now: number },
): Promise<Repetition | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .innerJoin('enquiries', 'sequence', 'enquiry')
    .select(['body_hash', 'id', 'reference'])
    .where('key', '=', key)
    .where('remembered_until', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.body_hash !== bodyHash) return { kind: 'key-reused' };
  return { kind: 'repeated', id: row.id, reference: row.reference };
}

/** Drops more than one enquiry adds, so that keys do not gather; few enough to cost nothing. */
const mostForgottenAtOnce = 100;

/**
 * What gives an enquiry its number as `taken`, which has no row where its key is remembered: who comes with the same key at once waits for the
 * other's commit (PostgreSQL 15, "INSERT", ON CONFLICT).
 */
export function takeSequence({ receivedAt, idempotency }: NewEnquiry, rememberedMs: number) {
  const next = sql`nextval(pg_get_serial_sequence('enquiries', 'sequence'))`;
  if (!idempotency) return [sql`taken AS (SELECT ${next} AS sequence)`];
  const { key, bodyHash } = idempotency;
  return [
    // Its own is another statement's, as it were: no row is changed twice in one.
    sql`forgotten_keys AS (
      DELETE FROM idempotency_keys WHERE key IN (
        SELECT key FROM idempotency_keys WHERE remembered_until <= ${receivedAt} AND key <> ${key}
        ORDER BY remembered_until LIMIT ${sql.lit(mostForgottenAtOnce)} FOR UPDATE SKIP LOCKED))`,
    sql`taken AS (
      INSERT INTO idempotency_keys (key, body_hash, enquiry, remembered_until)
      VALUES (${key}, ${bodyHash}, ${next}, ${receivedAt + rememberedMs})
      ON CONFLICT (key) DO UPDATE SET body_hash = excluded.body_hash, enquiry = excluded.enquiry,
        remembered_until = excluded.remembered_until
      WHERE idempotency_keys.remembered_until <= ${receivedAt}
      RETURNING enquiry AS sequence)`,
  ];
}
