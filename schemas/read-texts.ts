import { existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns true if a folder of documents contains a form, judged by the paths of the documents. */
export function hasForm(paths: Iterable<string>): boolean {
  return [...paths].some(
    (path) => path === 'enquiry-types.json' || /^forms\/[^/]+\/schema\.json$/.test(path),
  );
}

/**
 * Returns the path of a form in one file: a file itself, or `form.json` in a folder. Undefined for a folder
 * without it. A path of nothing is that of a file if it ends with `.json`.
 */
export function findFormFile(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    const inside = join(path, 'form.json');
    return existsSync(inside) ? inside : undefined;
  }
  return stats?.isFile() || path.endsWith('.json') ? path : undefined;
}

/**
 * Returns false for a path below a folder of documents that is none of them: hidden files and folders,
 * `tsconfig.json`, and `node_modules`, where a package manager changes thousands of files.
 */
export function isIncludedPath(path: string): boolean {
  return !/(^|\/)(\.|node_modules(\/|$)|tsconfig\.json$)/.test(path);
}

/**
 * Reads all JSON documents below a folder. Returns their texts by path, sorted, without those that are no
 * documents (`isIncludedPath`). Paths have slashes on every system.
 * @throws The system's error if the folder or a file cannot be read.
 */
export async function readTexts(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true });
  const paths = entries
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.json') && isIncludedPath(path))
    .sort();
  const texts = paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const);
  return new Map(await Promise.all(texts));
}
