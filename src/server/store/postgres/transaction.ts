import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './connect.ts';
import { isConnectionLost, isRolledBack } from './postgres-error.ts';

/**
 * Runs the work in one transaction. All of it is on the disk when this resolves, or none of it if it rejects;
 * if the connection is lost during the commit, either is possible. After a deadlock the work runs again, so
 * it must do nothing but write to the database.
 */
export async function withTransaction<Result>(
  db: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return retryIfRolledBack(() => db.transaction().execute(work));
}

/** Runs one statement or one transaction, and repeats it if `isRolledBack` is true of its error. */
export function retryIfRolledBack<Result>(work: () => Promise<Result>): Promise<Result> {
  return retry(work, isRolledBack, 0);
}

/**
 * Runs a query, and repeats it on another connection if its own broke; only for reads. The pause gives the
 * pool time to notice other broken connections.
 */
export function retryIfDisconnected<Result>(query: () => Promise<Result>): Promise<Result> {
  return retry(query, isConnectionLost, 20);
}

/**
 * Runs work, and repeats it up to `maxRetries` times as long as its error is temporary. Then throws the last
 * error.
 */
async function retry<Result>(
  work: () => Promise<Result>,
  isTemporary: (error: unknown) => boolean,
  pauseMs: number,
): Promise<Result> {
  for (let left = maxRetries; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !isTemporary(error)) throw error;
    }
    if (pauseMs > 0) await wait(pauseMs);
  }
}

/** More repetitions than two or three conflicting transactions need. */
const maxRetries = 5;

/**
 * Waits until no other transaction of the group is running, in any instance. For decisions that depend on
 * several rows. The lock lasts until the transaction ends. Lock several groups in the order of `groups`.
 */
export async function lockGroup(transaction: Database, group: keyof typeof groups): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${lockSpace}, ${groups[group]})`.execute(transaction);
}

/** The letters `SLPW`, so that the key differs from locks of other programs in the same database. */
const lockSpace = 0x53_4c_50_57;
const groups = { versions: 1, people: 2, retention: 3, audit: 4, draft: 5 } as const;

/**
 * A clause that lets a transaction commit without waiting for the disk: a power cut may lose it, as long as
 * nothing that was committed later is on the disk (PostgreSQL 15, "Asynchronous Commit"). The statement must
 * read from it: `WITH ${unforcedCommit} INSERT … SELECT … FROM unforced`.
 */
export const unforcedCommit = sql`unforced AS (SELECT set_config('synchronous_commit', 'off', true))`;
