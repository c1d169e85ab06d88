import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from '../store-error.ts';

/** The right to send the mails of a data folder. */
export interface SoleSender {
  /** False while another process has it. */
  acquire(): boolean;
  release(): void;
}

/**
 * Node has no file locks, SQLite does: an open exclusive transaction in a small database of its own. The system ends
 * it with the process, however that ends, so that a restart sends at once and two servers never send the same mail.
 */
export function createSoleSender(dataFolder: string): SoleSender {
  const file = join(dataFolder, 'sender.lock');
  let lock: DatabaseSync | undefined;
  return {
    acquire: () => {
      lock ??= tryLock(file);
      return lock !== undefined;
    },
    release: () => {
      lock?.close();
      lock = undefined;
    },
  };
}

function tryLock(file: string): DatabaseSync | undefined {
  closeSync(openSync(file, 'a', 0o600));
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}
