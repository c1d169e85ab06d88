import type { Documents } from '../types.ts';
import { getTextsFile } from './document-files.ts';

/** Caches the texts of a document, because most edits leave most languages unchanged. */
const textsByDocument = new WeakMap<object, ReadonlyMap<string, string>>();

/** Returns the texts of a language by key, without `$schema`. */
export function getTextsByKey(documents: Documents, locale: string): ReadonlyMap<string, string> {
  const document: unknown = documents[getTextsFile(locale)];
  if (typeof document !== 'object' || document === null) return new Map();
  const known = textsByDocument.get(document);
  if (known !== undefined) return known;
  const texts = new Map<string, string>();
  for (const [key, text] of Object.entries(document))
    if (key !== '$schema' && typeof text === 'string') texts.set(key, text);
  textsByDocument.set(document, texts);
  return texts;
}
