import { copyFile, open, readFile, rename, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ignoreAbsent } from '../files/files.ts';
import { makeFolder } from '../files/make-folder.ts';
import { lockFile } from '../store/sqlite/lock-file.ts';
import {
  type DraftHead,
  type DraftLine,
  type DraftPlace,
  draftOfLines,
  type StoredDraft,
} from './draft-place.ts';

/** How long another process may have the file: it writes one line, or a draft. */
const lockPatienceMs = 20_000;
const lockRetryMs = 10;

/**
 * The draft's file at a path: its head, then a line for each change, written to its end. What cannot be read of it is copied before it goes,
 * and told.
 */
export async function openDraftFile(path: string, onDamage: (copy: string) => void): Promise<DraftPlace> {
  await makeFolder(dirname(path));
  /** Of the lines that stand. */
  let bytes = 0;
  let mark = '';

  async function copy(): Promise<string> {
    const to = `${path}.damaged-${Date.now()}`;
    await copyFile(path, to);
    return to;
  }

  /** Tells a file from the one that takes its place, and from itself with more in it. */
  async function markOf(): Promise<string> {
    const found = await stat(path).catch(ignoreAbsent);
    return found === undefined ? '' : `${found.ino} ${found.size}`;
  }

  return {
    async read() {
      mark = await markOf();
      const text = await readFile(path, 'utf8').catch(ignoreAbsent);
      if (text === undefined) return undefined;
      const read = draftOf(text);
      bytes = read.bytes;
      if (read.isDamaged) {
        onDamage(await copy());
        await truncate(path, bytes);
        mark = await markOf();
      }
      return read.draft;
    },
    isChanged: async () => (await markOf()) !== mark,
    async begin({ changes, ...head }) {
      const text = [head, ...changes].map((line) => `${JSON.stringify(line)}\n`).join('');
      await writeFile(`${path}.new`, text, { flush: true });
      await rename(`${path}.new`, path);
      bytes = Buffer.byteLength(text);
      mark = await markOf();
    },
    async append(line) {
      const text = `${JSON.stringify(line)}\n`;
      const file = await open(path, 'a');
      try {
        // What a killed server, or a full disk, has left half written: the line begins where that did.
        await file.truncate(bytes);
        await file.appendFile(text);
        await file.datasync();
      } finally {
        await file.close();
      }
      bytes += Buffer.byteLength(text);
      mark = await markOf();
    },
    copy,
    async alone(work) {
      const until = Date.now() + lockPatienceMs;
      let unlock = lockFile(`${path}.lock`);
      while (unlock === undefined) {
        if (Date.now() > until)
          throw new Error('Cannot work on the draft: another server does not let go of it');
        await wait(lockRetryMs);
        unlock = lockFile(`${path}.lock`);
      }
      try {
        return await work();
      } finally {
        unlock();
      }
    },
  };
}

interface ReadDraft {
  readonly draft?: StoredDraft;
  /** Of the lines that could be read. */
  readonly bytes: number;
  /** Something that was acknowledged cannot be read: more than the half line at the end that a killed server leaves. */
  readonly isDamaged: boolean;
}

function draftOf(text: string): ReadDraft {
  const [first = '', ...rest] = text.split('\n').slice(0, -1);
  const head = parsed(first) as DraftHead | undefined;
  if (head?.base === undefined) return { bytes: 0, isDamaged: text.includes('\n') };
  const draft = draftOfLines(
    head,
    rest.map((line) => parsed(line) as DraftLine | undefined),
  );
  const { length } = [...draft.changes, ...draft.settled];
  const read = [first, ...rest.slice(0, length)].map((line) => `${line}\n`);
  return { draft, bytes: Buffer.byteLength(read.join('')), isDamaged: length < rest.length };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
