import { closeSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { requireFile } from '../../platform/files/files.ts';
import { isBusy, toStoreError } from '../store-error.ts';

/**
 * Locks a file, created if it is missing, until the process ends in any way or the returned function is
 * called. Returns undefined if it is locked already, by another process or by this one. Node has no file
 * locks, so the lock is an open exclusive transaction in a small separate SQLite database.
 * @throws StoreError if the file cannot be locked at all, for example because the disk is full or a folder
 * has its name
 */
export function lockFile(file: string): (() => void) | undefined {
  let db: DatabaseSync | undefined;
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found) requireFile(file, found);
    closeSync(openSync(file, 'a', 0o600));
    db = new DatabaseSync(file, { timeout: 0 });
    db.exec('BEGIN EXCLUSIVE');
    const locked = db;
    return () => locked.close();
  } catch (error) {
    db?.close();
    if (isBusy(error)) return undefined;
    throw toStoreError(error, `lock "${file}"`);
  }
}
