import { copyFile, open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Documents } from '#engine';
import type { OutdatedTexts } from '#engine/editing/index.ts';
import type { TakenChange } from '../../studio/protocol.ts';
import { ignoreAbsent } from '../files/files.ts';
import { makeFolder } from '../files/make-folder.ts';

/** A draft as it stands in its file: what it began with, then a line for each change. */
export interface StoredDraft {
  readonly id: string;
  /** Of the form that it was begun from. */
  readonly baseHash: string;
  readonly base: Documents;
  /** Translations that were out of date when it was begun; absent: none was. */
  readonly outdated?: OutdatedTexts;
  readonly changes: readonly TakenChange[];
}

/** The file of a draft. Written to its end, so that a killed server loses nothing that it has acknowledged. */
export interface DraftFile {
  readonly read: () => Promise<StoredDraft | undefined>;
  /** Begins a draft in place of the one there was. */
  readonly begin: (draft: Omit<StoredDraft, 'changes'>) => Promise<void>;
  /** Resolves once the change is on the disk. One that fails leaves nothing behind. */
  readonly append: (change: TakenChange) => Promise<void>;
  /** Keeps a copy of the file as it stands beside it, for somebody to look into; gives its path. */
  readonly copy: () => Promise<string>;
  readonly remove: () => Promise<void>;
}

/** The draft's file at a path. What cannot be read of it is copied before it goes, and told. */
export async function openDraftFile(path: string, onDamage: (copy: string) => void): Promise<DraftFile> {
  await makeFolder(dirname(path));
  /** Of the lines that stand. */
  let bytes = 0;

  async function copy(): Promise<string> {
    const to = `${path}.damaged-${Date.now()}`;
    await copyFile(path, to);
    return to;
  }

  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(ignoreAbsent);
      if (text === undefined) return undefined;
      const read = draftOf(text);
      bytes = read.bytes;
      if (read.isDamaged) {
        onDamage(await copy());
        await truncate(path, bytes);
      }
      return read.draft;
    },
    async begin(draft) {
      const line = `${JSON.stringify(draft)}\n`;
      await writeFile(`${path}.new`, line, { flush: true });
      await rename(`${path}.new`, path);
      bytes = Buffer.byteLength(line);
    },
    async append(change) {
      const line = `${JSON.stringify(change)}\n`;
      const file = await open(path, 'a');
      try {
        // What a killed server, or a full disk, has left half written: the change begins a line of its own.
        await file.truncate(bytes);
        await file.appendFile(line);
        await file.datasync();
      } finally {
        await file.close();
      }
      bytes += Buffer.byteLength(line);
    },
    copy,
    remove: () => rm(path, { force: true }),
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
  const head = parsed(first) as Omit<StoredDraft, 'changes'> | undefined;
  if (head?.base === undefined) return { bytes: 0, isDamaged: text.includes('\n') };
  let bytes = Buffer.byteLength(first) + 1;
  const changes: TakenChange[] = [];
  for (const line of rest) {
    const change = parsed(line) as TakenChange | undefined;
    if (change?.version !== changes.length + 1) break;
    changes.push(change);
    bytes += Buffer.byteLength(line) + 1;
  }
  return { draft: { ...head, changes }, bytes, isDamaged: changes.length < rest.length };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
