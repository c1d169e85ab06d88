import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findDatabaseTraces, isMissingOrEmpty, requireNotLost, type WhenAbsent } from '../lost-database.ts';
import { isBusy, StoreError, toStoreError } from '../store-error.ts';
import { isIntact } from './file-guard.ts';
import { hasTables, migrateSqlite, requireCurrentSqlite } from './migrations.ts';

/** Returns the path of the database file in a data folder. Does not check that it exists. */
export function getDatabasePath(dataFolder: string): string {
  return join(dataFolder, 'slipway.db');
}

/**
 * Opens the database of a data folder, creates both if they are missing, and migrates the database to this
 * version. Only this user may read it. Every commit waits for the disk, so that acknowledged data survives a
 * power cut.
 * @param busyTimeoutMs The time for which a statement waits while another connection writes.
 * @param whenAbsent The decision whether a missing database may be created (`requireNotLost`).
 * @throws StoreError `foreign` if a newer version or another program wrote it, `lost` if it is damaged, or
 * missing although it existed
 */
export function openDatabase({
  dataFolder,
  busyTimeoutMs,
  whenAbsent,
}: {
  readonly dataFolder: string;
  readonly busyTimeoutMs: number;
  readonly whenAbsent: WhenAbsent;
}): DatabaseSync {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const file = getDatabasePath(dataFolder);
  const known = { place: `"${file}"`, whenAbsent, traces: findDatabaseTraces(dataFolder) };
  if (isMissingOrEmpty(file)) requireNotLost(known);
  // SQLite would create it readable for everyone. Its journal files inherit the mode.
  closeSync(openSync(file, 'a', 0o600));
  return openPrepared(file, { timeout: busyTimeoutMs }, (db) => {
    requireIntact(db, file);
    if (!hasTables(db)) requireNotLost(known);
    enableWriteAheadLog(db, busyTimeoutMs);
    db.exec(`PRAGMA synchronous = FULL; ${secureDelete}`);
    migrateSqlite(db, file);
  });
}

/**
 * Opens the existing database of a data folder, for commands that run beside a server. Neither creates nor
 * migrates it. Returns undefined if there is none yet.
 * @param busyTimeoutMs The time for which a statement waits while another connection writes.
 * @throws StoreError `foreign` if it does not have the schema of this version
 */
export function openExistingDatabase({
  dataFolder,
  busyTimeoutMs,
}: {
  readonly dataFolder: string;
  readonly busyTimeoutMs: number;
}): DatabaseSync | undefined {
  const file = getDatabasePath(dataFolder);
  if (!existsSync(file)) return undefined;
  return openPrepared(file, { timeout: busyTimeoutMs }, (db) => {
    db.exec(`PRAGMA synchronous = FULL; ${secureDelete}`);
    requireCurrentSqlite(db, file);
  });
}

/** Deleted content is overwritten (SQLite, "PRAGMA secure_delete"). */
const secureDelete = 'PRAGMA secure_delete = ON';

/**
 * Checks the pages of a database (`isIntact`), and does nothing else.
 * @throws StoreError `lost` if the database is damaged
 */
function requireIntact(db: DatabaseSync, file: string): void {
  if (isIntact(db)) return;
  throw new StoreError('lost', `Cannot use the database "${file}": it is damaged; restore it from a backup`);
}

/**
 * Turns the write-ahead log on. While the file is busy, tries again for `timeoutMs` and blocks the thread;
 * then throws the error of SQLite. If two connections do this at once for a new file, SQLite reports the file
 * as busy to the later one without waiting, since waiting could deadlock (SQLite, "Register A Callback To
 * Handle SQLITE_BUSY Errors").
 */
function enableWriteAheadLog(db: DatabaseSync, timeoutMs: number): void {
  const tries = Math.max(1, Math.ceil(timeoutMs / retryMs));
  for (let left = tries - 1; ; left -= 1) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (left <= 0 || !isBusy(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    }
  }
}

const retryMs = 20;

/**
 * Opens a database, runs `prepare` on it and returns it. If `prepare` throws, closes the database and throws
 * its error as `toStoreError` converts it. An error of SQLite about opening the file is thrown unchanged.
 * @param options `timeout` is the milliseconds for which a statement waits while the file is locked.
 */
function openPrepared(
  file: string,
  options: { timeout: number },
  prepare: (db: DatabaseSync) => void,
): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, options);
    prepare(db);
    return db;
  } catch (error) {
    db?.close();
    throw toStoreError(error, `open the database "${file}"`);
  }
}
