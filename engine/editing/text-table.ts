import { asObject } from '../json-schema/values.ts';
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
  const written = localesOf(documents).map(
    (locale) => [locale, new Map(textsIn(documents, locale))] as const,
  );
  const keys = new Set(written.flatMap(([, texts]) => [...texts.keys()]));
  return [...keys].map((key) => ({
    key,
    texts: Object.fromEntries(
      written.flatMap(([locale, texts]) => {
        const text = texts.get(key);
        return text === undefined ? [] : [[locale, text] as const];
      }),
    ),
  }));
}

/** The texts of a language by key, without what names their schema. */
export function textsIn(documents: Documents, locale: string): readonly (readonly [string, string])[] {
  return Object.entries(asObject(documents[textsFile(locale)])).flatMap(([key, text]) =>
    key === '$schema' || typeof text !== 'string' ? [] : [[key, text] as const],
  );
}
