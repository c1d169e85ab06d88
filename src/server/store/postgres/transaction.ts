import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './connect.ts';
import { isConnectionLost, isRolledBack } from './postgres-error.ts';

/**
 * Runs the work in one transaction and returns its result. All of it is on the disk when this resolves, or
 * none of it if it rejects; if the connection is lost during the commit, either is possible. After a deadlock
 * or a serialisation conflict the work runs again (`retryIfRolledBack`), so it must do nothing but write to
 * the database.
 */
export async function withTransaction<Result>(
  db: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return retryIfRolledBack(() => db.transaction().execute(work));
}

/**
 * Runs one statement or one transaction, and repeats it at once, up to `maxRetries` times, if `isRolledBack`
 * is true of its error. Returns its result. Rejects with any other error, and with the last one.
 */
export function retryIfRolledBack<Result>(work: () => Promise<Result>): Promise<Result> {
  return retry(work, isRolledBack, 0);
}

/**
 * Runs a query, and repeats it after 20 ms, up to `maxRetries` times, if its connection broke; only for
 * reads. The pool repeats it on another connection, and the pause gives it time to notice other broken ones.
 */
export function retryIfDisconnected<Result>(query: () => Promise<Result>): Promise<Result> {
  return retry(query, isConnectionLost, 20);
}

/**
 * Runs work and returns its result. If `isTemporary` is true of its error, waits `pauseMs` milliseconds and
 * runs it again, at most `maxRetries` times. Throws any other error at once, and the last error after that.
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
