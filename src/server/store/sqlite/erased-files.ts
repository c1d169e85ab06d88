import type { DatabaseSync } from 'node:sqlite';
import type { ErasedFile } from '../privacy-entry.ts';
import type { SyncCalls } from '../store.ts';

/** Prepares what remembers which files are to go, until they are gone, and what leaves nothing of them in the database's own files. */
export function prepareErasedFiles(
  db: DatabaseSync,
  busyTimeoutMs: number,
): Pick<SyncCalls, 'erasedFiles' | 'forgetErasedFiles' | 'emptyLog'> {
  const select = db.prepare('SELECT kind, name FROM erased_files LIMIT ?');
  const remove = db.prepare('DELETE FROM erased_files WHERE kind = ? AND name = ?');
  return {
    erasedFiles: ({ limit }) =>
      // The table's CHECK lets no other kind in.
      select.all(limit).map(({ kind, name }) => ({ kind: kind as ErasedFile['kind'], name: String(name) })),
    forgetErasedFiles: (files) => {
      for (const { kind, name } of files) remove.run(kind, name);
    },
    emptyLog: () => {
      // It would have everybody wait for whoever reads.
      db.exec('PRAGMA busy_timeout = 0');
      try {
        return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
      } finally {
        db.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
      }
    },
  };
}
