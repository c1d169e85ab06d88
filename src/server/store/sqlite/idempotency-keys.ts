import type { DatabaseSync } from 'node:sqlite';
import type { Repetition } from '../store.ts';

/** The idempotency keys that are remembered. */
export interface IdempotencyKeys {
  find(request: {
    readonly key: string;
    readonly bodyHash: string;
    readonly now: number;
  }): Repetition | undefined;
  /** Takes the place of an entry that is no longer remembered. */
  remember(entry: {
    readonly key: string;
    readonly bodyHash: string;
    readonly enquiry: number | bigint;
    readonly until: number;
  }): void;
  /** Drops some of those whose time is over, so that they do not gather. */
  forget(request: { readonly now: number }): void;
}

/** More than a batch can add, so that the table shrinks back after any rush; few enough to cost nothing. */
const mostForgottenAtOnce = 1000;

/** Prepares the statements of the table `idempotency_keys`. */
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
     (SELECT key FROM idempotency_keys WHERE remembered_until <= ? LIMIT ${mostForgottenAtOnce})`,
  );
  return {
    find: ({ key, bodyHash, now }) => {
      const row = select.get(key, now);
      if (!row) return undefined;
      if (row.body_hash !== bodyHash) return { kind: 'key-reused' };
      return { kind: 'repeated', id: String(row.id), reference: String(row.reference) };
    },
    remember: ({ key, bodyHash, enquiry, until }) => {
      upsert.run(key, bodyHash, enquiry, until);
    },
    forget: ({ now }) => {
      purge.run(now);
    },
  };
}
