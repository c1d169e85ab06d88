import { closeSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { requireFile } from '../../files/files.ts';
import { isBusy, toStoreError } from '../store-error.ts';

/**
 * Locks a file, made where there is none, until the process ends or the function is called that this gives; undefined while another
 * process has it. Node has no file locks, SQLite does: an open exclusive transaction in a small database of its own. The system ends
 * it with the process, however that ends.
 * @throws StoreError where it cannot be locked at all: the disk is full, say, or something else is there.
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
