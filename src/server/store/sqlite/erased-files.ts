import type { DatabaseSync } from 'node:sqlite';
import type { ErasedFile } from '../privacy-entry.ts';
import type { SyncCalls } from '../store.ts';

/**
 * Prepares the calls about files that must be removed, and about emptying the write-ahead log, which may
 * still contain erased data.
 */
export function prepareErasedFiles(
  db: DatabaseSync,
  busyTimeoutMs: number,
): Pick<SyncCalls, 'erasedFiles' | 'forgetErasedFiles' | 'emptyLog'> {
  const select = db.prepare(
    'SELECT kind, name, until FROM erased_files WHERE (kind, name) > (?, ?) ORDER BY kind, name LIMIT ?',
  );
  const remove = db.prepare('DELETE FROM erased_files WHERE kind = ? AND name = ?');
  return {
    /**
     * Returns at most `limit` files that are to be removed, sorted by kind and name, after the file `after`;
     * without it, the first ones.
     */
    erasedFiles: ({ after, limit }) =>
      select.all(after?.kind ?? '', after?.name ?? '', limit).map(({ kind, name, until }) => ({
        // The table's CHECK lets no other kind in.
        kind: kind as ErasedFile['kind'],
        name: String(name),
        ...(until !== null && { until: Number(until) }),
      })),
    /** Deletes the entries of files that were removed. */
    forgetErasedFiles: (files) => {
      for (const { kind, name } of files) remove.run(kind, name);
    },
    /**
     * Moves the log into the database and truncates it, without waiting, and returns true. Returns false if a
     * reader still uses the log.
     */
    emptyLog: () => {
      // Otherwise the checkpoint would wait for readers and block all other calls.
      db.exec('PRAGMA busy_timeout = 0');
      try {
        return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
      } finally {
        db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
      }
    },
  };
}
