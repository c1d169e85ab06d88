import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Documents } from '#engine';
import { parseDocuments } from '#engine/editing/documents/index.ts';
import { findFormFile, readTexts } from '#schemas';

/**
 * `slipway/documents`: reads a form in one file, or all documents of a folder, as input for `compile`. Requires
 * Node.
 * @param path The path of the file or the folder. A folder with a `form.json` is that form.
 * @returns The parsed documents by their path below the folder; for a form in one file, its content.
 * @throws Error If a file is not valid JSON (the message names the file) or cannot be read (the system's
 * error).
 */
export async function readDocuments(path: string): Promise<Documents> {
  const file = findFormFile(path);
  const texts =
    file === undefined ? await readTexts(path) : new Map([[basename(file), await readFile(file, 'utf8')]]);
  const { documents, problems } = parseDocuments(texts);
  const [problem] = problems;
  if (problem) throw new Error(`Cannot read ${problem.file}: ${problem.reason}`);
  return file === undefined ? documents : (documents[basename(file)] as Documents);
}
