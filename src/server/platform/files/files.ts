import { constants, type Stats } from 'node:fs';
import { open, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a file that only this user can read if it is new; resolves when its content is synced to the disk.
 * @param flag `w` overwrites an existing file, `wx` throws EEXIST.
 */
export async function writeDurably(
  file: string,
  data: string | Uint8Array,
  flag: 'w' | 'wx' = 'w',
): Promise<void> {
  const handle = await open(file, flag, 0o600);
  try {
    await handle.writeFile(data);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The error for a path that leads to a folder, a pipe or a device. */
export class NotAFileError extends Error {
  override readonly name = 'NoFile';
}

/**
 * Returns the text of a file; undefined if it does not exist.
 * @throws NotAFileError if it is not a file: reading a pipe would block, and a device has no end.
 */
export async function readTextFile(file: string): Promise<string | undefined> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(ignoreAbsent);
  if (handle === undefined) return undefined;
  try {
    requireFile(file, await handle.stat());
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/**
 * Does nothing for a file.
 * @param found The state of the path `file`, as `stat` returns it.
 * @throws NotAFileError for a folder, a pipe or a device.
 */
export function requireFile(file: string, found: Stats): void {
  if (found.isFile()) return;
  throw new NotAFileError(
    `"${file}" is ${found.isDirectory() ? 'a folder' : 'a pipe or a device'}, and no file`,
  );
}

/**
 * Syncs a folder's entries to the disk: without that a new or renamed file may be lost after a power failure.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes a file; an absent one is ignored. */
export async function removeFile(file: string): Promise<void> {
  await unlink(file).catch(ignoreAbsent);
}

/** Removes the files of a folder whose names begin with a prefix. A folder that cannot be read is ignored. */
export async function removeFilesWithPrefix(folder: string, beginning: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(beginning)) await removeFile(join(folder, name));
}

/**
 * Removes the files in a folder that were last modified before a time, except for lock files.
 * @param before Milliseconds since 1970.
 * @throws the system's error if the folder cannot be read.
 */
export async function removeOlderFiles(folder: string, before: number): Promise<void> {
  for (const name of await listOlderFiles(folder, before)) await removeFile(join(folder, name));
}

/**
 * Returns the names of the files in a folder that were last modified before a time, except for lock files
 * (`owner.lock…`). Folders inside are left out.
 * @param before Milliseconds since 1970.
 * @throws the system's error if the folder cannot be read.
 */
export async function listOlderFiles(folder: string, before: number): Promise<readonly string[]> {
  const older: string[] = [];
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(ignoreAbsent);
    if (found?.isFile() && !name.startsWith('owner.lock') && found.mtimeMs < before) older.push(name);
  }
  return older;
}

/**
 * For `catch`: returns undefined for ENOENT.
 * @throws any other error.
 */
export function ignoreAbsent(error: unknown): undefined {
  if (getErrorCode(error) !== 'ENOENT') throw error;
}

/**
 * Returns true if an error means that there is no room to write: a full or read-only disk, a quota, or less
 * free space than the server reserves.
 */
export function isOutOfSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'BELOW_FLOOR'].includes(String(getErrorCode(error)));
}

/** Returns true if an error means that a path is not a file, or that a part of the path is not a folder. */
export function isWrongFileKind(error: unknown): boolean {
  return error instanceof NotAFileError || ['ENOTDIR', 'EISDIR'].includes(String(getErrorCode(error)));
}

/** Returns the `code` of an error such as `ENOENT`; undefined if it has none. */
export function getErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
