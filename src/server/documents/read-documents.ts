import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Documents } from '#engine';
import { readJson } from './json-text.ts';
import type { PlacedProblem } from './problem.ts';

/** What a folder holds: its documents by path and their texts, with a problem for each that is not JSON. */
export interface DocumentFolder {
  readonly documents: Documents;
  /** For lines and columns of problems that are found later. */
  readonly texts: ReadonlyMap<string, string>;
  readonly problems: readonly PlacedProblem[];
}

/**
 * Reads every JSON document below a folder (`schemas/`), hidden files apart; paths have slashes, whatever the system.
 * @throws the system's error where the folder cannot be read.
 */
export async function readDocuments(folder: string): Promise<DocumentFolder> {
  const paths = await documentPaths(folder);
  const texts = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')] as const),
  );
  const documents: Record<string, unknown> = {};
  const problems: PlacedProblem[] = [];
  for (const [file, text] of texts) {
    const read = readJson(text);
    if (read.ok) documents[file] = read.value;
    else problems.push(malformed(file, read));
  }
  return { documents, texts: new Map(texts), problems };
}

async function documentPaths(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.json') && path !== 'tsconfig.json' && !/(^|\/)\./.test(path))
    .sort();
}

function malformed(
  file: string,
  { line, column, reason }: { readonly line: number; readonly column: number; readonly reason: string },
): PlacedProblem {
  return { file, pointer: '', code: 'malformed-json', line, column, reason };
}
