import type { DatabaseSync } from 'node:sqlite';

/**
 * Returns the call that empties the write-ahead log, which may still contain erased data: it moves the log
 * into the database and truncates it, without waiting, and returns true. It returns false if a reader still
 * uses the log.
 */
export function prepareEmptyLog(db: DatabaseSync, busyTimeoutMs: number): () => boolean {
  return () => {
    // Otherwise the checkpoint would wait for readers and block all other calls.
    db.exec('PRAGMA busy_timeout = 0');
    try {
      return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
    } finally {
      db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    }
  };
}
