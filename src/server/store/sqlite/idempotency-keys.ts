import type { DatabaseSync } from 'node:sqlite';
import type { Repetition } from '../records/new-enquiry.ts';

export interface IdempotencyKeys {
  /**
   * Returns the stored result of a key; undefined if there is none, or it has expired. `key-reused` if the
   * key was stored with another body hash.
   */
  find(request: {
    readonly key: string;
    readonly bodyHash: string;
    readonly now: number;
  }): Repetition | undefined;
  /**
   * Adds a key that expires at `until`, or replaces the entry of the same key, even one that has not expired.
   */
  add(entry: {
    readonly key: string;
    readonly bodyHash: string;
    readonly enquiry: number | bigint;
    readonly until: number;
  }): void;
  /** Deletes some entries that have expired at `now`, so that the table stays small. */
  purgeExpired(request: { readonly now: number }): void;
}

/** More than a batch can add, so that the table shrinks after a peak, but few enough to be cheap. */
const maxPurgedAtOnce = 1000;

export function prepareIdempotencyKeys(db: DatabaseSync): IdempotencyKeys {
  const select = db.prepare(
    `SELECT body_hash, id, reference FROM idempotency_keys JOIN enquiries ON sequence = enquiry
     WHERE key = ? AND remembered_until > ?`,
  );
  const upsert = db.prepare(
    `INSERT INTO idempotency_keys (key, body_hash, enquiry, remembered_until) VALUES (?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET body_hash = excluded.body_hash, enquiry = excluded.enquiry,
       remembered_until = excluded.remembered_until`,
  );
  const purge = db.prepare(
    `DELETE FROM idempotency_keys WHERE key IN
     (SELECT key FROM idempotency_keys WHERE remembered_until <= ? LIMIT ${maxPurgedAtOnce})`,
  );
  return {
    find: ({ key, bodyHash, now }) => {
      const row = select.get(key, now);
      if (!row) return undefined;
      if (row.body_hash !== bodyHash) return { kind: 'key-reused' };
      return { kind: 'repeated', id: String(row.id), reference: String(row.reference) };
    },
    add: ({ key, bodyHash, enquiry, until }) => {
      upsert.run(key, bodyHash, enquiry, until);
    },
    purgeExpired: ({ now }) => {
      purge.run(now);
    },
  };
}
