import { open, readdir, stat, unlink } from 'node:fs/promises';
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

/** The code of a system's error: `ENOENT`. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
