import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/**
 * Copies a database as of one moment, whoever writes to it meanwhile, to a file that only this user may read; it appears whole or not at
 * all. One that is there already stays.
 */
export function copyDatabase(db: DatabaseSync, to: string): void {
  if (existsSync(to)) return;
  // Several stores of one process may start at once.
  const draft = `${to}.${randomUUID()}.part`;
  // SQLite takes an empty file as well, whose mode it leaves (SQLite, "VACUUM", "VACUUM with an INTO clause").
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    db.prepare('VACUUM INTO ?').run(draft);
    sync(draft);
    renameSync(draft, to);
    sync(dirname(to));
  } finally {
    rmSync(draft, { force: true });
  }
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
