import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf, ignoreAbsent } from './files.ts';

/**
 * Makes a folder, with those above it that are missing, for this user alone; one that is there stays as it is. Step by step: Node's own
 * `mkdir` with `recursive` never ends below `/proc`.
 * @throws the system's error, with the code ENOTDIR where a file is in the way.
 */
export async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let at = resolve(folder); !(await isFolder(at)); at = dirname(at)) missing.unshift(at);
  for (const at of missing) await mkdir(at, { mode: 0o700 }).catch(ignorePresent);
}

/** Whether there is a folder; false where there is nothing. @throws where there is something else. */
export async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(ignoreAbsent);
  if (found === undefined) return false;
  if (found.isDirectory()) return true;
  throw Object.assign(new Error(`"${path}" is a file`), { code: 'ENOTDIR' });
}

/** Another process may have been first. */
function ignorePresent(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}
