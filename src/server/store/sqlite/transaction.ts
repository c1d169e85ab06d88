import type { DatabaseSync } from 'node:sqlite';
import type { Outcome } from '../group-commit.ts';
import { toStoreError } from '../store-error.ts';

/** Runs the work in one write transaction: all of it is on the disk when this returns, or none of it when it throws. */
export function inTransaction<Result>(db: DatabaseSync, work: () => Result): Result {
  // IMMEDIATE: a transaction that only later wants to write can be refused although it waited.
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk has rolled it back already.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Commits without a wait for the disk, to be called outside of a transaction: a power cut may take what was committed, the last of it first,
 * until the next commit that waits, which has all before it on the disk as well (SQLite, "PRAGMA synchronous"). A killed process loses nothing.
 */
export function unforced<Result>(db: DatabaseSync, commit: () => Result): Result {
  db.exec('PRAGMA synchronous = NORMAL');
  try {
    return commit();
  } finally {
    db.exec('PRAGMA synchronous = FULL');
  }
}

/** Reads as of one moment, whatever other connections write meanwhile (SQLite, "Isolation In SQLite"). */
export function inSnapshot<Result>(db: DatabaseSync, read: () => Result): Result {
  db.exec('BEGIN');
  try {
    return read();
  } finally {
    db.exec('COMMIT');
  }
}

/**
 * Applies the changes in one transaction and gives an outcome for each. A change that throws is undone and fails
 * alone; where the transaction itself fails (full disk), all fail.
 */
export function commitTogether<Change, Result>({
  db,
  changes,
  apply,
}: {
  readonly db: DatabaseSync;
  readonly changes: readonly Change[];
  readonly apply: (change: Change) => Result;
}): readonly Outcome<Result>[] {
  try {
    return inTransaction(db, () => changes.map((change) => applyAlone({ db, change, apply })));
  } catch (error) {
    const failure = toStoreError(error, 'write to the database');
    return changes.map(() => ({ isDone: false, error: failure }));
  }
}

function applyAlone<Change, Result>({
  db,
  change,
  apply,
}: {
  readonly db: DatabaseSync;
  readonly change: Change;
  readonly apply: (change: Change) => Result;
}): Outcome<Result> {
  db.exec('SAVEPOINT change');
  try {
    const result = apply(change);
    db.exec('RELEASE change');
    return { isDone: true, result };
  } catch (error) {
    // SQLite has ended the whole transaction by itself: nothing of the batch is left to save.
    if (!db.isTransaction) throw error;
    db.exec('ROLLBACK TO change; RELEASE change');
    return { isDone: false, error: toStoreError(error, 'write to the database') };
  }
}
