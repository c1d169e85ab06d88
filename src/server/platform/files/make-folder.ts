import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { getErrorCode, ignoreAbsent } from './files.ts';

/**
 * Creates a folder and its missing parents, for this user alone; an existing one is not changed. Each level
 * is created separately, because Node's recursive `mkdir` never ends below `/proc`.
 * @throws the system's error, with the code ENOTDIR if a file is in the way.
 */
export async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let at = resolve(folder); !(await isFolder(at)); at = dirname(at)) missing.unshift(at);
  for (const at of missing) await mkdir(at, { mode: 0o700 }).catch(ignorePresent);
}

/**
 * Returns true for a folder, false if nothing exists.
 * @throws an error with the code ENOTDIR if the path is not a folder, else the system's error.
 */
export async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(ignoreAbsent);
  if (found === undefined) return false;
  if (found.isDirectory()) return true;
  throw Object.assign(new Error(`"${path}" is a file`), { code: 'ENOTDIR' });
}

/**
 * For `catch`: ignores EEXIST, because another process may have created the folder first.
 * @throws any other error.
 */
function ignorePresent(error: unknown): void {
  if (getErrorCode(error) !== 'EEXIST') throw error;
}
