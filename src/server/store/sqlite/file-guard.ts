import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import { inSnapshot } from './transaction.ts';

/** Watches over the file of an open database. */
export interface FileGuard {
  /**
   * Is to be called before and after each commit: SQLite goes on writing to a file that was removed, and nobody would ever read it.
   * @throws StoreError `lost` from the moment that the file is not what was opened, until a new start.
   */
  readonly require: () => void;
  /** Only after the database was closed: to close any descriptor of its file gives up its locks (fcntl(2), POSIX locks). */
  readonly close: () => void;
}

/** Begins with the file as it is, right after the database was opened. */
export function guardFile(db: DatabaseSync, file: string): FileGuard {
  const descriptor = openSync(file, 'r');
  const opened = statSync(file);
  let longest = opened.size;
  let walInode: number | undefined;
  let lost: StoreError | undefined;

  /** What is wrong with the file, in the words of an operator. */
  function fault(): string | undefined {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return 'it was removed';
    if (!isSameFile(found, opened)) return 'another file was put in its place';
    if (!startsAsDatabase(descriptor, found.size)) return 'it was overwritten';
    // An operator may compact it; whoever cuts it short damages it.
    if (found.size < longest && (found.size === 0 || !isSound(db))) return 'it was cut short';
    longest = found.size;
    const wal = statSync(`${file}-wal`, { throwIfNoEntry: false })?.ino;
    walInode ??= wal;
    return wal === walInode ? undefined : 'its write-ahead log was removed or replaced';
  }

  return {
    require() {
      const reason = lost === undefined ? fault() : undefined;
      if (reason !== undefined)
        lost = new StoreError(
          'lost',
          `Cannot use the database "${file}" any more: ${reason} while the server ran; restore it and start again`,
        );
      if (lost !== undefined) throw lost;
    },
    close: () => closeSync(descriptor),
  };
}

function isSameFile(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/** SQLite, "Database File Format", "Magic Header String"; a new one is empty until its first commit. */
const magic = Buffer.from('SQLite format 3\0');

function startsAsDatabase(descriptor: number, size: number): boolean {
  if (size === 0) return true;
  const start = Buffer.alloc(magic.length);
  readSync(descriptor, start, 0, start.length, 0);
  return start.equals(magic);
}

/** Whether a database's pages hang together (SQLite, "PRAGMA quick_check"). */
export function isSound(db: DatabaseSync): boolean {
  if (!db.isTransaction) return inSnapshot(db, () => isSound(db));
  // Begins the snapshot: a schema that another process changes amid the check fails it (SQLite, SQLITE_SCHEMA), in a full-text table for good.
  db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get();
  return db.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
}
