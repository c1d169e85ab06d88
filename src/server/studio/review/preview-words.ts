import { lookUpLocale, textDirection } from '#engine';
import words from './preview-words.json' with { type: 'json' };

/** The languages of the texts around shared previews. */
export const previewLocales = Object.keys(words);

export type PreviewWord = keyof (typeof words)['en'];

/** A language with its texts around shared previews. */
export interface PreviewWords {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  /** Returns a text with values inserted: `{name}`. */
  readonly say: (key: PreviewWord, values?: Readonly<Record<string, string | number>>) => string;
}

/** Returns the texts in a language, the nearest one, or else in English. */
export function getPreviewWords(locale: string): PreviewWords {
  const lang = lookUpLocale(locale, previewLocales) ?? 'en';
  const texts = (words as Readonly<Record<string, (typeof words)['en']>>)[lang] ?? words.en;
  return {
    lang,
    dir: textDirection(lang),
    say: (key, values = {}) =>
      texts[key].replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
        Object.hasOwn(values, name) ? String(values[name]) : whole,
      ),
  };
}
