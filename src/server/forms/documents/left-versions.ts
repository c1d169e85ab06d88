import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Documents } from '#engine';
import { readTextFile } from '../../platform/files/files.ts';
import type { AdoptedVersions } from '../../store/records/version-entry.ts';

/** The versions that an earlier release left: it stored them in files, and only while they were valid. */
export interface ImportedVersions {
  readonly versions: AdoptedVersions['versions'];
  /**
   * The hash of the form that the folder of documents produced when the studio last published; absent if the
   * studio did not publish the current version.
   */
  readonly folderHash?: string;
}

/**
 * Reads the versions in the folder of an earlier release, in the order in which they were live. Undefined if
 * no file has a version that was not replaced. Invalid files are skipped.
 */
export async function readLeftVersions(folder: string): Promise<ImportedVersions | undefined> {
  const files = await readVersionFiles(folder);
  const current = files.findLast(({ replacedAt }) => replacedAt === null);
  if (current === undefined) return undefined;
  const studioVersion = await readStudioVersion(folder);
  const replaced = files.flatMap((file) =>
    file.replacedAt === null ? [] : [{ ...file, at: file.replacedAt }],
  );
  const inOrder = [...replaced.toSorted((one, other) => one.at - other.at), current];
  const versions = inOrder.map(({ hash, documents, replacedAt, writtenAt }, index) => {
    const isFromStudio = hash === studioVersion?.hash;
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
  return { versions, ...(studioVersion?.hash === current.hash && { folderHash: studioVersion.folderHash }) };
}

/**
 * Removes the files that an earlier release wrote, and the folder if it had no others. Unreadable files stay.
 * Does nothing without a folder.
 */
export async function removeLeftVersions(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const own = names.filter((name) => /^(?:[\da-f]{64}|standing)\.json(?:\.new)?$/.test(name));
  for (const name of own) await removeIfReadable(join(folder, name));
  if (own.length > 0 && own.length === names.length) await rmdir(folder).catch(() => undefined);
}

/** Removes a file if its text can be read, valid or not: an unreadable one was not imported. */
async function removeIfReadable(path: string): Promise<void> {
  const text = await readTextFile(path).catch(() => undefined);
  if (text !== undefined) await rm(path, { force: true });
}

/** A version file. Times are milliseconds since 1970; `replacedAt` is null for the version that was live. */
interface LeftFile {
  readonly hash: string;
  readonly documents: Documents;
  readonly replacedAt: number | null;
  readonly writtenAt: number;
}

/** Reads all valid version files, sorted by the time of writing, the oldest first. Empty without a folder. */
async function readVersionFiles(folder: string): Promise<readonly LeftFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names.flatMap((name) => {
      const hash = /^([\da-f]{64})\.json$/.exec(name)?.[1];
      return hash === undefined ? [] : [readVersionFile(join(folder, name), hash)];
    }),
  );
  return files.flatMap((file) => file ?? []).toSorted((one, other) => one.writtenAt - other.writtenAt);
}

/** Reads a version file; undefined if it cannot be read or its content is invalid. */
async function readVersionFile(path: string, hash: string): Promise<LeftFile | undefined> {
  const { replacedAt, documents } = ((await readJson(path)) ?? {}) as Partial<LeftFile>;
  if (!documents || !(replacedAt === null || typeof replacedAt === 'number')) return undefined;
  const { mtimeMs: writtenAt } = await stat(path);
  return { hash, documents, replacedAt, writtenAt };
}

/**
 * Returns the hash of the version that the studio published last, and the hash of the folder at that time;
 * undefined if there is no such file, or it cannot be read. Its content is not validated.
 */
async function readStudioVersion(folder: string) {
  return (await readJson(join(folder, 'standing.json'))) as
    | { readonly hash: string; readonly folderHash: string }
    | undefined;
}

/** Returns the JSON of a file; undefined if the file cannot be read or its text is no JSON. */
async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse((await readTextFile(path)) ?? '');
  } catch {
    return undefined;
  }
}
