import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/**
 * Copies a database, as of one moment even during writes, to a file that only this user may read. The file
 * appears complete or not at all. Does nothing if the file exists already.
 */
export function copyDatabase(db: DatabaseSync, to: string): void {
  if (existsSync(to)) return;
  // Several stores of one process may be opened at the same time.
  const temporaryFile = `${to}.${randomUUID()}.part`;
  // `VACUUM INTO` also accepts an empty file and keeps its mode (SQLite, "VACUUM", "VACUUM with an INTO
  // clause").
  closeSync(openSync(temporaryFile, 'wx', 0o600));
  try {
    db.prepare('VACUUM INTO ?').run(temporaryFile);
    flushToDisk(temporaryFile);
    renameSync(temporaryFile, to);
    flushToDisk(dirname(to));
  } finally {
    rmSync(temporaryFile, { force: true });
  }
}

/** Waits until the content of a file or a folder is on the disk (fsync). */
function flushToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
