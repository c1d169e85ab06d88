import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Documents } from '#engine';
import { readTextFile } from '../files/files.ts';
import type { AdoptedVersions } from '../store/version-entry.ts';

/** What a release before this one left: it kept versions in files, and only as long as they were valid. */
export interface LeftVersions {
  readonly versions: AdoptedVersions['versions'];
  /** The hash of the form that the folder of documents made when the studio published the last one; absent: the folder's own stands. */
  readonly folderHash?: string;
}

/** Reads the files of such a folder; undefined where there is nothing to take up. What is no version is passed over. */
export async function readLeftVersions(folder: string): Promise<LeftVersions | undefined> {
  const files = await readFiles(folder);
  const current = files.findLast(({ replacedAt }) => replacedAt === null);
  if (current === undefined) return undefined;
  const standing = await readStanding(folder);
  const replaced = files.flatMap((file) =>
    file.replacedAt === null ? [] : [{ ...file, at: file.replacedAt }],
  );
  const inOrder = [...replaced.toSorted((one, other) => one.at - other.at), current];
  const versions = inOrder.map(({ hash, documents, replacedAt, writtenAt }, index) => {
    const isFromStudio = hash === standing?.hash;
    return {
      hash,
      documents,
      origin: isFromStudio ? ('studio' as const) : ('folder' as const),
      by: isFromStudio ? 'studio' : 'deployment',
      note: '',
      liveAt: inOrder[index - 1]?.replacedAt ?? Math.floor(replacedAt ?? writtenAt),
      ...(replacedAt !== null && { replacedAt }),
    };
  });
  return { versions, ...(standing?.hash === current.hash && { folderHash: standing.folderHash }) };
}

/** Removes the files once they are taken up; what is none of ours stays. */
export async function removeLeftVersions(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const own = names.filter((name) => /^(?:[\da-f]{64}|standing)\.json(?:\.new)?$/.test(name));
  for (const name of own) await removeRead(join(folder, name));
  if (own.length > 0 && own.length === names.length) await rmdir(folder).catch(() => undefined);
}

/** Removes a file if it can be read: one that cannot was not taken up. */
async function removeRead(path: string): Promise<void> {
  const text = await readTextFile(path).catch(() => undefined);
  if (text !== undefined) await rm(path, { force: true });
}

interface LeftFile {
  readonly hash: string;
  readonly documents: Documents;
  /** Null for the one that was current when its server stopped. */
  readonly replacedAt: number | null;
  readonly writtenAt: number;
}

/** Those that were written last come last. */
async function readFiles(folder: string): Promise<readonly LeftFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names.flatMap((name) => {
      const hash = /^([\da-f]{64})\.json$/.exec(name)?.[1];
      return hash === undefined ? [] : [readVersion(join(folder, name), hash)];
    }),
  );
  return files.flatMap((file) => file ?? []).toSorted((one, other) => one.writtenAt - other.writtenAt);
}

async function readVersion(path: string, hash: string): Promise<LeftFile | undefined> {
  const { replacedAt, documents } = ((await readJson(path)) ?? {}) as Partial<LeftFile>;
  if (!documents || !(replacedAt === null || typeof replacedAt === 'number')) return undefined;
  const { mtimeMs: writtenAt } = await stat(path);
  return { hash, documents, replacedAt, writtenAt };
}

/** Which version the studio published, and what the folder of documents held then. */
async function readStanding(folder: string) {
  return (await readJson(join(folder, 'standing.json'))) as
    | { readonly hash: string; readonly folderHash: string }
    | undefined;
}

/** Returns the JSON of a file; undefined if it is not there, is half written, or is no file. */
async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse((await readTextFile(path)) ?? '');
  } catch {
    return undefined;
  }
}
