import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Names of the files in a folder that were last changed before a time. */
export async function olderFiles(folder: string, before: number): Promise<readonly string[]> {
  const older: string[] = [];
  for (const name of await readdir(folder)) {
    const changedAt = await stat(join(folder, name)).then(({ mtimeMs }) => mtimeMs, absent);
    if (changedAt !== undefined && changedAt < before) older.push(name);
  }
  return older;
}

/** Removes a file, if it is there. */
export async function removeFile(file: string): Promise<void> {
  await unlink(file).catch(absent);
}

/** For `catch`: nothing where a file is not there. @throws whatever else it is. */
export function absent(error: unknown): undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOENT') throw error;
}
