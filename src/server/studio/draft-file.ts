import { open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Documents } from '#engine';
import type { TakenChange } from '../../studio/protocol.ts';
import { ignoreAbsent } from '../files/files.ts';
import { makeFolder } from '../files/make-folder.ts';

/** A draft as it stands in its file: what it began with, then a line for each change. */
export interface StoredDraft {
  readonly id: string;
  /** Of the form that it was begun from. */
  readonly baseHash: string;
  readonly base: Documents;
  readonly changes: readonly TakenChange[];
}

/** The file of a draft. Written to its end, so that a killed server loses nothing that it has acknowledged. */
export interface DraftFile {
  readonly read: () => Promise<StoredDraft | undefined>;
  /** Begins a draft in place of the one there was. */
  readonly begin: (draft: Omit<StoredDraft, 'changes'>) => Promise<void>;
  /** Resolves once the change is on the disk. */
  readonly append: (change: TakenChange) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** The draft's file at a path. */
export async function openDraftFile(path: string): Promise<DraftFile> {
  await makeFolder(dirname(path));
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(ignoreAbsent);
      const read = text === undefined ? undefined : draftOf(text);
      // The next change begins a line of its own.
      if (read && read.bytes < Buffer.byteLength(text ?? '')) await truncate(path, read.bytes);
      return read?.draft;
    },
    async begin(draft) {
      await writeFile(`${path}.new`, `${JSON.stringify(draft)}\n`, { flush: true });
      await rename(`${path}.new`, path);
    },
    async append(change) {
      const file = await open(path, 'a');
      try {
        await file.appendFile(`${JSON.stringify(change)}\n`);
        await file.datasync();
      } finally {
        await file.close();
      }
    },
    remove: () => rm(path, { force: true }),
  };
}

/** What a killed server has left half written at the end was never acknowledged. */
function draftOf(text: string): { readonly draft: StoredDraft; readonly bytes: number } | undefined {
  const [first = '', ...rest] = text.split('\n').slice(0, -1);
  let bytes = Buffer.byteLength(first) + 1;
  const head = parsed(first) as Omit<StoredDraft, 'changes'> | undefined;
  if (head?.base === undefined) return undefined;
  const changes: TakenChange[] = [];
  for (const line of rest) {
    const change = parsed(line) as TakenChange | undefined;
    if (change?.version !== changes.length + 1) break;
    changes.push(change);
    bytes += Buffer.byteLength(line) + 1;
  }
  return { draft: { ...head, changes }, bytes };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
