import type { Documents } from '../../model/types.ts';
import { readJson } from './json-text.ts';
import type { PlacedProblem } from './problem.ts';

export interface ParsedDocuments {
  readonly documents: Documents;
  readonly problems: readonly PlacedProblem[];
}

/**
 * Parses texts by the path of their file. A text that is not valid JSON gives one or more problems with the
 * code `malformed-json` and no document.
 */
export function parseDocuments(texts: ReadonlyMap<string, string>): ParsedDocuments {
  const documents: Record<string, unknown> = {};
  const problems: PlacedProblem[] = [];
  for (const [file, text] of texts) {
    const read = readJson(text);
    if (read.ok) documents[file] = read.value;
    else problems.push(...read.faults.map((fault) => ({ file, code: 'malformed-json', ...fault })));
  }
  return { documents, problems };
}
