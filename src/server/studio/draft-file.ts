import { open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  ignoreAbsent,
  isWrongFileKind,
  NotAFileError,
  readTextFile,
  replaceFile,
} from '../platform/files/files.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { lockFile } from '../store/sqlite/lock-file.ts';
import { StoreError, withFileErrors } from '../store/store-error.ts';
import { DraftFault } from './draft-fault.ts';
import { buildDraft, type DraftStorage, parseDraftLine, parseDraftLines } from './draft-storage.ts';
import type { StoredDraft } from './stored-draft.ts';

/** Maximum time in milliseconds to wait for the lock of another process. It writes one line, or one draft. */
const lockPatienceMs = 20_000;
/** Milliseconds between two tries to get the lock. */
const lockRetryMs = 10;

/**
 * Returns the storage of a draft in a file: a head, then one line per change or decided collision. Opens
 * nothing yet; the first `begin` creates the file.
 */
export function openDraftFile(path: string): DraftStorage {
  let bytes = 0;
  let fingerprint = '';
  /**
   * Runs work and returns its result. If it fails because something that is not a file is at the path, throws
   * a `DraftFault`; other file errors become a `StoreError`.
   */
  const runOnFile = <Result>(work: () => Promise<Result>) =>
    withFileErrors(`write the draft "${path}"`, work).catch(throwIfPathBlocked);

  /**
   * Tries once to lock `<path>.lock`. Returns the function that releases the lock; undefined if another
   * process has the lock.
   */
  const acquireLock = () => runOnFile(async () => lockFile(`${path}.lock`));

  /**
   * Returns a text that differs if the file was replaced or has changed (inode, size and time); empty if
   * there is no file.
   */
  async function readFingerprint(): Promise<string> {
    const found = await runOnFile(() => stat(path)).catch(ignoreAbsent);
    return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
  }

  return {
    /**
     * Reads and parses the file, and stores its fingerprint and its length for later calls. Returns undefined
     * if there is no file or it is empty. Throws a `DraftFault` if a line is damaged, or the path is no file.
     */
    async read() {
      fingerprint = await readFingerprint();
      const text = await readTextFile(path).catch(throwIfNotAFile);
      if (text === undefined) return undefined;
      const read = parseDraftFile(text, path);
      bytes = read.bytes;
      return read.draft;
    },
    /** Returns true if the file is not the one of the last read or write here, also if it was removed. */
    isChanged: async () => (await readFingerprint()) !== fingerprint,
    /** Replaces the file by one with this head and these changes, atomically. */
    async begin({ changes, ...head }) {
      const text = [head, ...changes].map((line) => `${JSON.stringify(line)}\n`).join('');
      await runOnFile(() => replaceFile(path, text));
      bytes = Buffer.byteLength(text);
      fingerprint = await readFingerprint();
    },
    /**
     * Appends a line after the last complete line that was read or written here, and cuts off what follows
     * it. Resolves when the line is on the disk.
     */
    async append(line) {
      const text = `${JSON.stringify(line)}\n`;
      await runOnFile(async () => {
        const file = await open(path, 'a');
        try {
          // Cut off the incomplete line of a killed server or a full disk. The new line starts there.
          await file.truncate(bytes);
          await file.appendFile(text);
          await file.datasync();
        } finally {
          await file.close();
        }
      });
      bytes += Buffer.byteLength(text);
      fingerprint = await readFingerprint();
    },
    /** Renames the file to `<path>.damaged-<milliseconds>`, and returns that path. */
    async setAside() {
      const to = `${path}.damaged-${Date.now()}`;
      await runOnFile(() => rename(path, to));
      fingerprint = '';
      return to;
    },
    /**
     * Creates the folder, runs work while it has the lock, and releases the lock, also after an error.
     * Returns the result of the work. Rejects if another process has the lock for `lockPatienceMs`.
     */
    async runExclusively(work) {
      await runOnFile(() => makeFolder(dirname(path)));
      const until = Date.now() + lockPatienceMs;
      let unlock = await acquireLock();
      while (unlock === undefined) {
        if (Date.now() > until)
          throw new Error('Cannot change the draft: another server does not release it');
        await wait(lockRetryMs);
        unlock = await acquireLock();
      }
      try {
        return await work();
      } finally {
        unlock();
      }
    },
  };
}

/**
 * Throws a `DraftFault` if the error means that something that is not a file is at the path. Throws other
 * errors, like a full disk, unchanged.
 */
function throwIfPathBlocked(error: unknown): never {
  if (!(error instanceof StoreError && isWrongFileKind(error.cause))) throw error;
  throw new DraftFault(error.message, { isStored: false, cause: error.cause });
}

/** Throws a `DraftFault` for a `NotAFileError`, and other errors unchanged. */
function throwIfNotAFile(error: unknown): never {
  throw error instanceof NotAFileError ? new DraftFault(error.message) : error;
}

/**
 * Parses the content of a draft's file: no draft if it is empty. Returns also the number of bytes of the
 * complete lines. An incomplete last line, left by a killed server, is ignored.
 * @throws DraftFault if a complete line is damaged, or not even the head is complete
 */
function parseDraftFile(
  text: string,
  path: string,
): { readonly draft: StoredDraft | undefined; readonly bytes: number } {
  if (text === '') return { draft: undefined, bytes: 0 };
  /** Returns the name of a line for messages: its number, from 1, and the path. `line` counts from 0. */
  const describeLine = (line: number) => `line ${line + 1} of "${path}"`;
  const end = text.lastIndexOf('\n') + 1;
  // A draft is written to another file that then replaces this one, so it always has a complete head. This
  // file is not ours.
  if (end === 0) throw new DraftFault(`${describeLine(0)} is incomplete`);
  const [head = '', ...rest] = text.slice(0, end - 1).split('\n');
  const draft = buildDraft({
    head: parseDraftLine(head),
    lines: parseDraftLines(rest),
    describeLine,
  });
  return { draft, bytes: Buffer.byteLength(text.slice(0, end)) };
}
