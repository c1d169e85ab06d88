import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { ignoreAbsent } from '../../platform/files/files.ts';
import type { Log } from '../../platform/log/log.ts';

/** Returns the path to which an imported file of an earlier release is renamed. */
export function getLeftPath(path: string): string {
  return `${path}.left`;
}

/**
 * Renames a file of an earlier release, of which everything is in the database, to `….left`; to
 * `….left-<milliseconds since 1970>` if there is such a file already. Returns the path that the file has then.
 * If it cannot be renamed, returns its present path and logs a warning: the next start imports it again,
 * which changes nothing. An absent file is ignored.
 * @param replaces True if the file has everything that `….left` has, so that it may replace that file.
 */
export async function setImportedFileAside(
  path: string,
  { log, replaces = false }: { readonly log: Log; readonly replaces?: boolean },
): Promise<string> {
  const left = getLeftPath(path);
  const file = existsSync(left) && !replaces ? `${left}-${Date.now()}` : left;
  try {
    await rename(path, file).catch(ignoreAbsent);
    return file;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn('imported-file-not-renamed', { file: path, reason });
    return path;
  }
}
