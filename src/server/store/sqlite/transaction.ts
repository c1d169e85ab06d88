import type { DatabaseSync } from 'node:sqlite';
import type { ChangeOutcome } from '../group-commit.ts';
import { toStoreError } from '../store-error.ts';

/**
 * Runs the work in one write transaction and returns its result. All of it is on the disk when this returns,
 * or none of it if it throws. Waits while another connection writes, at most for the busy timeout. Call it
 * outside a transaction.
 */
export function runTransaction<Result>(db: DatabaseSync, work: () => Result): Result {
  // IMMEDIATE: a transaction that begins to write only later can be refused although it waited.
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite has rolled back already if the disk is full.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Runs work whose commits do not wait for the disk, and returns its result; call it outside a transaction. A
 * power cut may lose the latest of these commits (SQLite, "PRAGMA synchronous"), until the next commit of
 * `runTransaction` outside this function. Killing the process loses nothing.
 */
export function runUnforced<Result>(db: DatabaseSync, commit: () => Result): Result {
  db.exec('PRAGMA synchronous = NORMAL');
  try {
    return commit();
  } finally {
    db.exec('PRAGMA synchronous = FULL');
  }
}

/**
 * Runs queries on one consistent state, whatever other connections write meanwhile (SQLite, "Isolation In
 * SQLite"), and returns their result. Call it outside a transaction.
 */
export function runInSnapshot<Result>(db: DatabaseSync, read: () => Result): Result {
  db.exec('BEGIN');
  try {
    return read();
  } finally {
    db.exec('COMMIT');
  }
}

/**
 * Applies the changes in one transaction and returns one outcome for each, in their order. A change that
 * throws is rolled back and fails alone. If the transaction itself fails (full disk), this does not throw:
 * every outcome is a failure. Errors of SQLite become a `StoreError`.
 */
export function commitTogether<Change, Result>({
  db,
  changes,
  apply,
}: {
  readonly db: DatabaseSync;
  readonly changes: readonly Change[];
  readonly apply: (change: Change) => Result;
}): readonly ChangeOutcome<Result>[] {
  try {
    return runTransaction(db, () => changes.map((change) => applyInSavepoint({ db, change, apply })));
  } catch (error) {
    const failure = toStoreError(error, 'write to the database');
    return changes.map(() => ({ isDone: false, error: failure }));
  }
}

/**
 * Applies one change within a transaction and returns its outcome. If it throws, it is rolled back alone and
 * its outcome is a failure.
 * @throws the error of the change if SQLite has rolled back the whole transaction
 */
function applyInSavepoint<Change, Result>({
  db,
  change,
  apply,
}: {
  readonly db: DatabaseSync;
  readonly change: Change;
  readonly apply: (change: Change) => Result;
}): ChangeOutcome<Result> {
  db.exec('SAVEPOINT change');
  try {
    const result = apply(change);
    db.exec('RELEASE change');
    return { isDone: true, result };
  } catch (error) {
    // SQLite has rolled back the whole transaction: nothing of the batch can be saved.
    if (!db.isTransaction) throw error;
    db.exec('ROLLBACK TO change; RELEASE change');
    return { isDone: false, error: toStoreError(error, 'write to the database') };
  }
}
