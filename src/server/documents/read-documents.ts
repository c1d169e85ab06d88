import type { Documents } from '#engine';
import { type PlacedProblem, parseDocuments } from '#engine/documents/index.ts';
import { readTexts } from '#schemas';

/** What a folder holds: its documents by path and their texts, with a problem for each that is not JSON. */
export interface DocumentFolder {
  readonly documents: Documents;
  /** For lines and columns of problems that are found later. */
  readonly texts: ReadonlyMap<string, string>;
  readonly problems: readonly PlacedProblem[];
}

/**
 * Reads every JSON document below a folder (`schemas/`).
 * @throws the system's error where the folder cannot be read.
 */
export async function readDocuments(folder: string): Promise<DocumentFolder> {
  const texts = await readTexts(folder);
  return { ...parseDocuments(texts), texts };
}
