import { createHash } from 'node:crypto';
import type { ContentSource, ContentSources } from '../../../api/content-sources.ts';
import type { EntryProblem } from '../content/kind-checks.ts';

/** A list that comes from an address. */
export interface NamedSource {
  /** The name of the list: `offices`. */
  readonly list: string;
  readonly source: ContentSource;
  readonly key: string;
}

/** Returns the sources of a document in their order; none for an absent one. */
export function listSources(document: ContentSources | undefined): readonly NamedSource[] {
  return Object.entries(document ?? {})
    .filter(([list]) => list !== '$schema')
    .map(([list, source]) => ({ list, source, key: getSourceKey(list, source) }));
}

/**
 * Returns the key of a source: equal for sources that make the same entries of the same answer, however often
 * they are asked.
 */
export function getSourceKey(list: string, { url, list: path, fields, header }: ContentSource): string {
  const mapping = Object.entries(fields ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const made = JSON.stringify([list, url, path, mapping, header?.name, header?.prefix]);
  return createHash('sha256').update(made).digest('base64url');
}

/**
 * Checks what the schema of the document cannot check: the names of the lists, and the addresses.
 * @param known The names of the lists that may come from an address.
 */
export function checkSources(sources: ContentSources, known: readonly string[]): readonly EntryProblem[] {
  return listSources(sources).flatMap(({ list, source: { url } }) => {
    if (!known.includes(list)) {
      const reason = `no list that may come from an address has the name ${JSON.stringify(list)}; use one of ${known.join(', ')}`;
      return [{ pointer: `/${list}`, reason }];
    }
    return URL.canParse(url) ? [] : [{ pointer: `/${list}/url`, reason: 'it is not an address' }];
  });
}
