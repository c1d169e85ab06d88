import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './connect.ts';
import { isConnectionLost, isUndone } from './postgres-error.ts';

/**
 * Runs the work in one transaction: all of it is on the disk when this resolves, or none of it when it rejects; where the connection is lost
 * amid the commit, either. Where PostgreSQL undoes it for the sake of another one (a deadlock), it is run again, so that it may do nothing but
 * write to the database.
 */
export async function inTransaction<Result>(
  db: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return unlessUndone(() => db.transaction().execute(work));
}

/** Does what is one statement or one transaction, and does it again where PostgreSQL has undone it. */
export function unlessUndone<Result>(work: () => Promise<Result>): Promise<Result> {
  return repeated(work, isUndone, 0);
}

/** Asks again, on another connection, where one broke: what only reads may be asked twice. The pool hears meanwhile of others that broke. */
export function unlessLost<Result>(query: () => Promise<Result>): Promise<Result> {
  return repeated(query, isConnectionLost, 20);
}

async function repeated<Result>(
  work: () => Promise<Result>,
  isPassing: (error: unknown) => boolean,
  pauseMs: number,
): Promise<Result> {
  for (let left = mostRepeats; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !isPassing(error)) throw error;
    }
    if (pauseMs > 0) await wait(pauseMs);
  }
}

/** More than any two or three that meet need. */
const mostRepeats = 5;

/**
 * Has a transaction wait until no other of its group is under way, in whichever instance: for what decides by what it has read of several
 * rows. Holds until the transaction ends; groups that are taken together are taken in the order of this list.
 */
export async function takeTurn(transaction: Database, group: keyof typeof groups): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${lockSpace}, ${groups[group]})`.execute(transaction);
}

/** The letters `SLPW`, so that locks of other programs in the same database are others. */
const lockSpace = 0x53_4c_50_57;
const groups = { versions: 1, people: 2, retention: 3, audit: 4, draft: 5 } as const;

/**
 * Ends a transaction without a wait for the disk: a power cut may take it, as long as nothing that was committed later is on the disk
 * (PostgreSQL 15, "Asynchronous Commit"). Stands before the statement, which has to read of it: `WITH ${unforced} INSERT … SELECT … FROM unforced`.
 */
export const unforced = sql`unforced AS (SELECT set_config('synchronous_commit', 'off', true))`;
