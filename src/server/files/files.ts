import { constants, type Stats } from 'node:fs';
import { open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a file that only this user may read; resolves when its bytes are on the disk. */
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

/** Writes a file whole, in place of the one that is there: there is the one or the other. What an earlier try has left goes. */
export async function replaceFile(file: string, data: string): Promise<void> {
  await removeFile(`${file}.new`);
  await writeDurably(`${file}.new`, data, 'wx');
  await rename(`${file}.new`, file);
}

/** There is something at a path that is no file. */
export class NoFile extends Error {
  override readonly name = 'NoFile';
}

/**
 * Reads a file; undefined where there is none.
 * @throws NoFile where there is something else: a pipe, which would be waited for, or a device, which has no end.
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

/** @throws NoFile */
export function requireFile(file: string, found: Stats): void {
  if (found.isFile()) return;
  throw new NoFile(`"${file}" is ${found.isDirectory() ? 'a folder' : 'a pipe or a device'}, and no file`);
}

/** Resolves when the folder's entries are on the disk: without it a new or renamed file may be gone after a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes a file, if it is there. */
export async function removeFile(file: string): Promise<void> {
  await unlink(file).catch(ignoreAbsent);
}

/** Removes the files of a folder whose names begin so; in what is no folder there are none. */
export async function removeFilesNamed(folder: string, beginning: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(beginning)) await removeFile(join(folder, name));
}

/** Removes the files of a folder that were last changed before a time. */
export async function removeOlderFiles(folder: string, before: number): Promise<void> {
  for (const name of await olderFiles(folder, before)) await removeFile(join(folder, name));
}

/** Names of the files in a folder that were last changed before a time. */
export async function olderFiles(folder: string, before: number): Promise<readonly string[]> {
  const older: string[] = [];
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(ignoreAbsent);
    if (found?.isFile() && !name.startsWith('owner.lock') && found.mtimeMs < before) older.push(name);
  }
  return older;
}

/** For `catch`: nothing where a file is not there. @throws whatever else it is. */
export function ignoreAbsent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

/** Whether an error of the system says that a disk is full, or cannot be written to. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'BELOW_FLOOR'].includes(String(codeOf(error)));
}

/** Returns whether an error says that something else is there than what was to be read or written. */
export function isInTheWay(error: unknown): boolean {
  return error instanceof NoFile || ['ENOTDIR', 'EISDIR'].includes(String(codeOf(error)));
}

/** The code of a system's error: `ENOENT`. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
