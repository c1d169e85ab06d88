import type { Documents } from '#engine';
import { parseDocuments } from '#engine/documents/index.ts';
import { readTexts } from '#schemas';

/**
 * `slipway/documents`: reads the documents of a folder, for `compile`. For Node.
 * @throws an Error that names the file where one is no JSON, the system's error where one cannot be read.
 */
export async function readDocuments(folder: string): Promise<Documents> {
  const { documents, problems } = parseDocuments(await readTexts(folder));
  const [problem] = problems;
  if (problem) throw new Error(`Cannot read ${problem.file}: ${problem.reason}`);
  return documents;
}
