import type { Form } from './types.ts';

/** The nearest locale that a form has texts for, else the form's last resort. `textLocaleOf(form, 'de-CH') // 'de'` */
export function textLocaleOf({ texts, settings }: Form, locale: string): string {
  const known = found.get(texts) ?? new Map<string, string | undefined>();
  found.set(texts, known);
  if (!known.has(locale)) {
    keepByLocale(known, locale, lookUpLocale(locale, Object.keys(texts)));
  }
  return known.get(locale) ?? settings.fallbackLocale;
}

/** What was found in the texts of a form: every text of every plan asks for it. */
const found = new WeakMap<Form['texts'], Map<string, string | undefined>>();
const mostFound = 100;

/** Keeps a value by a key that names a locale: as a request may name any, so many are kept and then none. */
export function keepByLocale<Value>(kept: Map<string, Value>, key: string, value: Value): Value {
  if (kept.size >= mostFound && !kept.has(key)) kept.clear();
  kept.set(key, value);
  return value;
}

/**
 * The nearest of some locales, by BCP 47 lookup (RFC 4647, section 3.4): the tag itself, then ever shorter.
 * `lookUpLocale('de-CH', ['en', 'de']) // 'de'`
 */
export function lookUpLocale(locale: string, locales: readonly string[]): string | undefined {
  for (let tag = locale.toLowerCase(); tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const found = locales.findLast((known) => known.length === tag.length && known.toLowerCase() === tag);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the locale by which days, times and numbers are written in a language: the first of some tags that is of this language and more
 * particular, else the language itself. What is written in another language than a site's takes no region of the site.
 *
 * @param wanted - BCP 47, the most wanted first.
 * `regionalLocale('en', ['en-GB']) // 'en-GB'`, `regionalLocale('de', ['en-GB']) // 'de'`
 */
export function regionalLocale(language: string, wanted: readonly (string | null | undefined)[]): string {
  const start = `${language.toLowerCase()}-`;
  return wanted.find((tag) => tag?.toLowerCase().startsWith(start)) ?? language;
}

/** Returns the locale to format by: English without a region is British, as our own texts are. `formattingLocale('en') // 'en-GB'` */
export function formattingLocale(locale: string): string {
  return locale.toLowerCase() === 'en' ? 'en-GB' : locale;
}

/** The direction in which a language is written, for HTML's `dir`: `textDirection('ar-EG') // 'rtl'` */
export function textDirection(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
}

/** Scripts that are written from right to left (Unicode Standard Annex 9), as far as languages are written in them today: ISO 15924. */
const rightToLeft: ReadonlySet<string> = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

/** What content calls something in a language: by the nearest tag that has a name, else by its own name. */
export function nameIn(
  {
    name,
    names,
  }: { readonly name: string; readonly names?: Readonly<Record<string, string>> | null | undefined },
  locale: string,
): string {
  if (!names) return name;
  for (let tag = locale; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const label = names[tag];
    if (label) return label;
  }
  return name;
}
