import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import { runInSnapshot } from './transaction.ts';

export interface FileGuard {
  /**
   * Checks the file and its write-ahead log; call it before and after each commit. SQLite continues to write
   * to a file that was removed, and these data would be lost.
   * @throws StoreError `lost` if one of them is no longer the one that was opened, and from then on always
   */
  readonly require: () => void;
  /**
   * Closes the descriptor of the guard. Call it only after the database was closed: closing any descriptor of
   * a file releases its POSIX locks (fcntl(2)).
   */
  readonly close: () => void;
}

/**
 * Opens the database file for reading and returns its guard. Call it right after the database was opened.
 * From then on `require` throws if the file has been removed, replaced, overwritten or truncated, or its
 * write-ahead log removed or replaced. A shorter file that is intact was compacted, which is allowed.
 */
export function guardFile(db: DatabaseSync, file: string): FileGuard {
  const descriptor = openSync(file, 'r');
  const opened = statSync(file);
  let longest = opened.size;
  let walInode: number | undefined;
  let lost: StoreError | undefined;

  /**
   * Returns the problem of the file as the end of a sentence for the operator; undefined if it has none.
   * Records the size and the write-ahead log that it finds, for the next check.
   */
  function findFileFault(): string | undefined {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return 'it was removed';
    if (!isSameFile(found, opened)) return 'another file was put in its place';
    if (!hasDatabaseHeader(descriptor, found.size)) return 'it was overwritten';
    // An operator may compact the file, which makes it shorter but leaves it intact.
    if (found.size < longest && (found.size === 0 || !isIntact(db))) return 'it was truncated';
    longest = found.size;
    const wal = statSync(`${file}-wal`, { throwIfNoEntry: false })?.ino;
    walInode ??= wal;
    return wal === walInode ? undefined : 'its write-ahead log was removed or replaced';
  }

  return {
    require() {
      const reason = lost === undefined ? findFileFault() : undefined;
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

/** Returns true if both have the same device and inode, so that they are the same file and not a copy. */
function isSameFile(a: Stats, b: Stats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/**
 * The start of every database file (SQLite, "Database File Format", "Magic Header String"). A new file is
 * empty until its first commit.
 */
const magic = Buffer.from('SQLite format 3\0');

/** Returns true if a file begins like a database, or `size` is 0. */
function hasDatabaseHeader(descriptor: number, size: number): boolean {
  if (size === 0) return true;
  const start = Buffer.alloc(magic.length);
  readSync(descriptor, start, 0, start.length, 0);
  return start.equals(magic);
}

/**
 * Returns true if the pages of a database are consistent (SQLite, "PRAGMA quick_check"). Reads the whole file
 * in one snapshot, which it starts if no transaction is open.
 */
export function isIntact(db: DatabaseSync): boolean {
  if (!db.isTransaction) return runInSnapshot(db, () => isIntact(db));
  // Starts the snapshot. Without it, a schema change by another process during the check makes it fail
  // (SQLITE_SCHEMA), and a full-text table fails from then on.
  db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get();
  return db.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
}
