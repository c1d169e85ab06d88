import { constants } from 'node:fs';
import { access, chmod, copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreAbsent } from '../platform/files/files.ts';

/**
 * Names of files and folders that are not copied. The database is copied separately, its lock is no data, and
 * incoming uploads belong to no enquiry yet.
 */
const leftOut = /^(?:slipway\.db.*|sender\.lock.*|draft\.jsonl\.(?:lock|new).*|incoming|.*\.part)$/;

/**
 * Copies all files below a folder that the target does not have yet, except `leftOut` and symbolic links, and
 * returns their number. Creates the target if it is absent. Only this user can read the copies. A file that
 * disappears meanwhile is skipped.
 */
export async function copyFiles(from: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  let count = 0;
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (leftOut.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) count += await copyFiles(source, target);
    else if (entry.isFile() && (await copyIfAbsent(source, target))) count += 1;
  }
  return count;
}

/** Copies a file. Returns false if the target exists, or if the source no longer does. */
async function copyIfAbsent(source: string, target: string): Promise<boolean> {
  const isThere = await access(target).then(
    () => true,
    () => false,
  );
  if (isThere) return false;
  try {
    // The copy shares its blocks with the original if the file system supports that.
    await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await chmod(target, 0o600);
    return true;
  } catch (error) {
    ignoreAbsent(error);
    return false;
  }
}
