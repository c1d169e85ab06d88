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

/** How long another process may have the file: it writes one line, or a draft. */
const lockPatienceMs = 20_000;
const lockRetryMs = 10;

/** The draft's file at a path: its head, then a line for each change, written to its end. Nothing is made before somebody works on it. */
export function openDraftFile(path: string): DraftPlace {
  /** Of the lines that stand. */
  let bytes = 0;
  let mark = '';
  const written = <Result>(work: () => Promise<Result>) =>
    writingFiles(`write the draft "${path}"`, work).catch(refuseInTheWay);

  const lock = () => written(async () => lockFile(`${path}.lock`));

  /** Tells a file from the one that takes its place, and from itself with something else in it. */
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
          // What a killed server, or a full disk, has left half written: the line begins where that did.
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

/** Whoever opens the studio is told what is there: no room on the disk is another matter. */
function refuseInTheWay(error: unknown): never {
  if (!(error instanceof StoreError && isInTheWay(error.cause))) throw error;
  throw new DraftFault(error.message, { isStored: false, cause: error.cause });
}

function refuseNoFile(error: unknown): never {
  throw error instanceof NoFile ? new DraftFault(error.message) : error;
}

/** What a text holds, and how many bytes its whole lines take. The half line that a killed server has left at the end is none. */
function draftOf(
  text: string,
  path: string,
): { readonly draft: StoredDraft | undefined; readonly bytes: number } {
  if (text === '') return { draft: undefined, bytes: 0 };
  const nameOf = (line: number) => `line ${line + 1} of "${path}"`;
  const end = text.lastIndexOf('\n') + 1;
  // A draft begins whole, in another file that takes the place of the one before: this is nothing of ours.
  if (end === 0) throw new DraftFault(`${nameOf(0)} has no end`);
  const [head = '', ...rest] = text.slice(0, end - 1).split('\n');
  const draft = draftOfLines({ head: parsedLine(head), lines: parsedLines(rest), nameOf });
  return { draft, bytes: Buffer.byteLength(text.slice(0, end)) };
}
