import type { DatabaseSync } from 'node:sqlite';

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

/** Reads as of one moment, whatever other connections write meanwhile (SQLite, "Isolation In SQLite"). */
export function inSnapshot<Result>(db: DatabaseSync, read: () => Result): Result {
  db.exec('BEGIN');
  try {
    return read();
  } finally {
    db.exec('COMMIT');
  }
}
