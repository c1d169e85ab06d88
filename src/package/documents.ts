import type { Documents } from '#engine';
import { parseDocuments } from '#engine/editing/documents/index.ts';
import { readTexts } from '#schemas';

/**
 * `slipway/documents`: reads all documents of a folder, as input for `compile`. Requires Node.
 * @param folder The path of the folder.
 * @returns The parsed documents by their path below the folder.
 * @throws Error If a file is not valid JSON (the message names the file) or cannot be read (the system's
 * error).
 */
export async function readDocuments(folder: string): Promise<Documents> {
  const { documents, problems } = parseDocuments(await readTexts(folder));
  const [problem] = problems;
  if (problem) throw new Error(`Cannot read ${problem.file}: ${problem.reason}`);
  return documents;
}
