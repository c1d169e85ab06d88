import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, toStoreError } from '../store-error.ts';
import { migrate, requireCurrent } from './migrations.ts';

/** The database's file in the data folder. */
function databaseFile(dataFolder: string): string {
  return join(dataFolder, 'slipway.db');
}

/**
 * The database of a data folder, both made where there is none, migrated to what this version needs. Only this user
 * may read it. Every commit waits for the disk, so that what was acknowledged outlives a power cut.
 * @throws StoreError `foreign` where a newer version or another program wrote it.
 */
export function openDatabase({
  dataFolder,
  busyTimeoutMs,
}: {
  readonly dataFolder: string;
  readonly busyTimeoutMs: number;
}): DatabaseSync {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const file = databaseFile(dataFolder);
  // SQLite would make it readable for everyone; its journal files take their mode from it.
  closeSync(openSync(file, 'a', 0o600));
  return opened(file, { timeout: busyTimeoutMs }, (db) => {
    writeAhead(db, busyTimeoutMs);
    db.exec('PRAGMA synchronous = FULL');
    migrate(db, file);
  });
}

/**
 * The database of a data folder as it is, for commands that run beside a server; absent where there is none yet.
 * @throws StoreError `foreign` where it is not what this version writes.
 */
export function openExistingDatabase({
  dataFolder,
  busyTimeoutMs,
}: {
  readonly dataFolder: string;
  readonly busyTimeoutMs: number;
}): DatabaseSync | undefined {
  const file = databaseFile(dataFolder);
  if (!existsSync(file)) return undefined;
  return opened(file, { timeout: busyTimeoutMs }, (db) => {
    db.exec('PRAGMA synchronous = FULL');
    requireCurrent(db, file);
  });
}

/**
 * Turns the write-ahead log on. Two that do so at once for a new file exclude each other, and SQLite tells the later one that the file
 * is busy without waiting (SQLite, "Register A Callback To Handle SQLITE_BUSY Errors": a wait that could be a deadlock is refused).
 */
function writeAhead(db: DatabaseSync, timeoutMs: number): void {
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

function opened(
  file: string,
  options: { timeout: number },
  prepare: (db: DatabaseSync) => void,
): DatabaseSync {
  const db = new DatabaseSync(file, options);
  try {
    prepare(db);
    return db;
  } catch (error) {
    db.close();
    throw toStoreError(error, `open the database "${file}"`);
  }
}
