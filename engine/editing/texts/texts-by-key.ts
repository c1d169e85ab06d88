import { memoizeByObject } from '../../model/memoize.ts';
import type { Documents } from '../../model/types.ts';
import { getTextsFile } from '../documents/document-files.ts';

/** Returns the texts of a language by key, without `$schema`. Empty if the language has no document. */
export function getTextsByKey(documents: Documents, locale: string): ReadonlyMap<string, string> {
  const document: unknown = documents[getTextsFile(locale)];
  return typeof document === 'object' && document !== null ? toTextMap(document) : new Map();
}

/**
 * Returns the texts in a document by key, without `$schema`. Cached by document, because most edits leave
 * most languages unchanged.
 */
const toTextMap = memoizeByObject((document: object): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>();
  for (const [key, text] of Object.entries(document))
    if (key !== '$schema' && typeof text === 'string') texts.set(key, text);
  return texts;
});
