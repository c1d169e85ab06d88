import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Tells whether a folder of documents has a form at all, by the paths of its documents. */
export function hasForm(paths: Iterable<string>): boolean {
  return [...paths].some(
    (path) => path === 'enquiry-types.json' || /^forms\/[^/]+\/schema\.json$/.test(path),
  );
}

/**
 * The texts of every JSON document below a folder (such as this one) by their paths there, sorted; hidden files and the
 * compiler's own apart. Paths have
 * slashes, whatever the system.
 * @throws the system's error where the folder or a file cannot be read.
 */
export async function readTexts(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true });
  const paths = entries
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.json') && !/(^|\/)(\.|tsconfig\.json$)/.test(path))
    .sort();
  const texts = paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const);
  return new Map(await Promise.all(texts));
}
