import type { Documents } from '../types.ts';
import { localesOf } from './outline.ts';
import { textsFile } from './places.ts';

/** A text in every language that has it. */
export interface TextRow {
  readonly key: string;
  /** By locale; absent: that language lacks it. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Every text of documents: in the order of the language of last resort, and behind those what only other languages have. */
export function textTable(documents: Documents): readonly TextRow[] {
  const rows = new Map<string, Record<string, string>>();
  for (const locale of localesOf(documents))
    for (const [key, text] of textsOf(documents, locale)) {
      const texts = rows.get(key) ?? {};
      texts[locale] = text;
      rows.set(key, texts);
    }
  return [...rows].map(([key, texts]) => ({ key, texts }));
}

/** The texts of a language by key, without what names their schema. */
export function textsIn(documents: Documents, locale: string): readonly (readonly [string, string])[] {
  return [...textsOf(documents, locale)];
}

/** A document is read once: most changes leave most languages as they are. */
const read = new WeakMap<object, ReadonlyMap<string, string>>();

/** The same as a map. */
export function textsOf(documents: Documents, locale: string): ReadonlyMap<string, string> {
  const document: unknown = documents[textsFile(locale)];
  if (typeof document !== 'object' || document === null) return new Map();
  const known = read.get(document);
  if (known !== undefined) return known;
  const texts = new Map<string, string>();
  for (const [key, text] of Object.entries(document))
    if (key !== '$schema' && typeof text === 'string') texts.set(key, text);
  read.set(document, texts);
  return texts;
}
