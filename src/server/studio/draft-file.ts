import { copyFile, open, readFile, rename, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Documents } from '#engine';
import type { OutdatedTexts } from '#engine/editing/index.ts';
import type { CollisionView, TakenChange } from '../../studio/protocol.ts';
import { ignoreAbsent } from '../files/files.ts';
import { makeFolder } from '../files/make-folder.ts';
import { lockFile } from '../store/sqlite/lock-file.ts';

/** A draft as it stands in its file: what it began with, then a line for each change. */
export interface StoredDraft {
  readonly id: string;
  /** Of the form that it was begun from. */
  readonly baseHash: string;
  /** The number of that version; absent in a draft of an earlier release. */
  readonly baseVersion?: number;
  readonly base: Documents;
  /** Translations that were out of date when it was begun; absent: none was. */
  readonly outdated?: OutdatedTexts;
  /** Where the version that it was begun from met the draft before it; absent: nowhere. */
  readonly collisions?: readonly CollisionView[];
  /** The page that published, and so began it; absent: none did. */
  readonly page?: string;
  readonly changes: readonly TakenChange[];
  /** The collisions that somebody has decided on. */
  readonly settled: readonly string[];
}

/** A line of the file behind the first one: a change, or a collision that is decided on. */
export type DraftLine = TakenChange | { readonly settled: string };

/** The file of a draft. Written to its end, so that a killed server loses nothing that it has acknowledged. */
export interface DraftFile {
  readonly read: () => Promise<StoredDraft | undefined>;
  /** Whether another process has written to it since it was last read or written here. */
  readonly isChanged: () => Promise<boolean>;
  /** Begins a draft in place of the one there was, with all that it has: the file is the one or the other, whole. */
  readonly begin: (draft: Omit<StoredDraft, 'settled'>) => Promise<void>;
  /** Resolves once the line is on the disk. One that fails leaves nothing behind. */
  readonly append: (line: DraftLine) => Promise<void>;
  /** Keeps a copy of the file as it stands beside it, for somebody to look into; gives its path. */
  readonly copy: () => Promise<string>;
  /** Does something while no other process does. */
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** How long another process may have the file: it writes one line, or a draft. */
const lockPatienceMs = 20_000;
const lockRetryMs = 10;

/** The draft's file at a path. What cannot be read of it is copied before it goes, and told. */
export async function openDraftFile(path: string, onDamage: (copy: string) => void): Promise<DraftFile> {
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
  const head = parsed(first) as Omit<StoredDraft, 'changes' | 'settled'> | undefined;
  if (head?.base === undefined) return { bytes: 0, isDamaged: text.includes('\n') };
  let bytes = Buffer.byteLength(first) + 1;
  const changes: TakenChange[] = [];
  const settled: string[] = [];
  for (const line of rest) {
    const read = parsed(line) as DraftLine | undefined;
    if (read === undefined) break;
    if ('settled' in read) settled.push(read.settled);
    else if (read.version === changes.length + 1) changes.push(read);
    else break;
    bytes += Buffer.byteLength(line) + 1;
  }
  const isDamaged = changes.length + settled.length < rest.length;
  return { draft: { ...head, changes, settled }, bytes, isDamaged };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
