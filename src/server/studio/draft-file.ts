import { open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ignoreAbsent, isWrongFileKind, NotAFileError, readTextFile, replaceFile } from '../files/files.ts';
import { makeFolder } from '../files/make-folder.ts';
import { lockFile } from '../store/sqlite/lock-file.ts';
import { StoreError, withFileErrors } from '../store/store-error.ts';
import { DraftFault } from './draft-fault.ts';
import { buildDraft, type DraftStorage, parseDraftLine, parseDraftLines } from './draft-storage.ts';
import type { StoredDraft } from './stored-draft.ts';

/** Maximum time to wait for the lock of another process. It writes one line, or one draft. */
const lockPatienceMs = 20_000;
const lockRetryMs = 10;

/**
 * Opens the file of a draft: a head, then one line per change or decided collision. The first `begin` creates
 * the file.
 */
export function openDraftFile(path: string): DraftStorage {
  let bytes = 0;
  let fingerprint = '';
  /** Runs a task. Throws a `DraftFault` if the path is no file, else file errors as a `StoreError`. */
  const runOnFile = <Result>(work: () => Promise<Result>) =>
    withFileErrors(`write the draft "${path}"`, work).catch(throwIfPathBlocked);

  /** Returns the function that releases the lock; undefined if another process has the lock. */
  const acquireLock = () => runOnFile(async () => lockFile(`${path}.lock`));

  /** Returns a text that differs if the file was replaced or has changed; empty if there is no file. */
  async function readFingerprint(): Promise<string> {
    const found = await runOnFile(() => stat(path)).catch(ignoreAbsent);
    return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
  }

  return {
    async read() {
      fingerprint = await readFingerprint();
      const text = await readTextFile(path).catch(throwIfNotAFile);
      if (text === undefined) return undefined;
      const read = parseDraftFile(text, path);
      bytes = read.bytes;
      return read.draft;
    },
    isChanged: async () => (await readFingerprint()) !== fingerprint,
    async begin({ changes, ...head }) {
      const text = [head, ...changes].map((line) => `${JSON.stringify(line)}\n`).join('');
      await runOnFile(() => replaceFile(path, text));
      bytes = Buffer.byteLength(text);
      fingerprint = await readFingerprint();
    },
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
    async setAside() {
      const to = `${path}.damaged-${Date.now()}`;
      await runOnFile(() => rename(path, to));
      fingerprint = '';
      return to;
    },
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
 * Throws a `DraftFault` if something that is not a file is at the path. Other errors, like a full disk, are
 * thrown unchanged.
 */
function throwIfPathBlocked(error: unknown): never {
  if (!(error instanceof StoreError && isWrongFileKind(error.cause))) throw error;
  throw new DraftFault(error.message, { isStored: false, cause: error.cause });
}

function throwIfNotAFile(error: unknown): never {
  throw error instanceof NotAFileError ? new DraftFault(error.message) : error;
}

/**
 * Parses the content of a draft's file: no draft if it is empty. Returns also the bytes of the complete
 * lines. An incomplete last line, left by a killed server, is ignored.
 * @throws DraftFault if a line is damaged.
 */
function parseDraftFile(
  text: string,
  path: string,
): { readonly draft: StoredDraft | undefined; readonly bytes: number } {
  if (text === '') return { draft: undefined, bytes: 0 };
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
