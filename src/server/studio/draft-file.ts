import { open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ignoreAbsent, isInTheWay, NoFile, readTextFile, replaceFile } from '../files/files.ts';
import { makeFolder } from '../files/make-folder.ts';
import { lockFile } from '../store/sqlite/lock-file.ts';
import { StoreError, writingFiles } from '../store/store-error.ts';
import { DraftFault } from './draft-fault.ts';
import { type DraftPlace, draftOfLines, parsedLine, parsedLines } from './draft-place.ts';
import type { StoredDraft } from './stored-draft.ts';

/** Maximum time to wait for the lock of another process. It writes one line, or one draft. */
const lockPatienceMs = 20_000;
const lockRetryMs = 10;

/**
 * Opens the file of a draft: the head, then one line per change, appended. The file is created at the first
 * change.
 */
export function openDraftFile(path: string): DraftPlace {
  let bytes = 0;
  let mark = '';
  const written = <Result>(work: () => Promise<Result>) =>
    writingFiles(`write the draft "${path}"`, work).catch(refuseInTheWay);

  const lock = () => written(async () => lockFile(`${path}.lock`));

  /**
   * Returns a fingerprint of the file. It differs if another file replaced this one, or the content changed.
   */
  async function markOf(): Promise<string> {
    const found = await written(() => stat(path)).catch(ignoreAbsent);
    return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
  }

  return {
    async read() {
      mark = await markOf();
      const text = await readTextFile(path).catch(refuseNoFile);
      if (text === undefined) return undefined;
      const read = draftOf(text, path);
      bytes = read.bytes;
      return read.draft;
    },
    isChanged: async () => (await markOf()) !== mark,
    async begin({ changes, ...head }) {
      const text = [head, ...changes].map((line) => `${JSON.stringify(line)}\n`).join('');
      await written(() => replaceFile(path, text));
      bytes = Buffer.byteLength(text);
      mark = await markOf();
    },
    async append(line) {
      const text = `${JSON.stringify(line)}\n`;
      await written(async () => {
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
      mark = await markOf();
    },
    async setAside() {
      const to = `${path}.damaged-${Date.now()}`;
      await written(() => rename(path, to));
      mark = '';
      return to;
    },
    async alone(work) {
      await written(() => makeFolder(dirname(path)));
      const until = Date.now() + lockPatienceMs;
      let unlock = await lock();
      while (unlock === undefined) {
        if (Date.now() > until)
          throw new Error('Cannot work on the draft: another server does not let go of it');
        await wait(lockRetryMs);
        unlock = await lock();
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
 * Reports what blocks the path as a fault of the draft, for the studio. Other errors, like a full disk, are
 * thrown unchanged.
 */
function refuseInTheWay(error: unknown): never {
  if (!(error instanceof StoreError && isInTheWay(error.cause))) throw error;
  throw new DraftFault(error.message, { isStored: false, cause: error.cause });
}

function refuseNoFile(error: unknown): never {
  throw error instanceof NoFile ? new DraftFault(error.message) : error;
}

/**
 * Parses the content of a draft's file. Returns also the bytes of its complete lines. An incomplete last
 * line, left by a killed server, is ignored.
 */
function draftOf(
  text: string,
  path: string,
): { readonly draft: StoredDraft | undefined; readonly bytes: number } {
  if (text === '') return { draft: undefined, bytes: 0 };
  const nameOf = (line: number) => `line ${line + 1} of "${path}"`;
  const end = text.lastIndexOf('\n') + 1;
  // A draft is written to another file that then replaces this one, so it always has a complete head. This
  // file is not ours.
  if (end === 0) throw new DraftFault(`${nameOf(0)} has no end`);
  const [head = '', ...rest] = text.slice(0, end - 1).split('\n');
  const draft = draftOfLines({ head: parsedLine(head), lines: parsedLines(rest), nameOf });
  return { draft, bytes: Buffer.byteLength(text.slice(0, end)) };
}
