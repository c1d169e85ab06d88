import { memoizeByObject } from '../model/memoize.ts';
import type { Form } from '../model/types.ts';

/**
 * Returns the nearest locale for which a form has texts, else its fallback locale: `findTextLocale(form,
 * 'de-CH') // 'de'`.
 */
export function findTextLocale({ texts, settings }: Form, locale: string): string {
  const cachedLocales = getLocaleCache(texts);
  if (!cachedLocales.has(locale)) {
    cacheByLocale(cachedLocales, locale, lookUpLocale(locale, Object.keys(texts)));
  }
  return cachedLocales.get(locale) ?? settings.fallbackLocale;
}

/** Results by the texts of a form. They are cached because every text of every plan needs one. */
const getLocaleCache = memoizeByObject((_texts: Form['texts']) => new Map<string, string | undefined>());
const maxCachedLocales = 100;

/**
 * Stores a value in a cache with a locale in its keys, and returns it. A request may name any locale, so the
 * cache is cleared when it is full.
 */
export function cacheByLocale<Value>(cache: Map<string, Value>, key: string, value: Value): Value {
  if (cache.size >= maxCachedLocales && !cache.has(key)) cache.clear();
  cache.set(key, value);
  return value;
}

/**
 * Returns the nearest of some locales by BCP 47 lookup (RFC 4647, section 3.4): the tag itself, then ever
 * shorter prefixes, in any letter case: `lookUpLocale('de-CH', ['en', 'de']) // 'de'`. The result is spelled
 * as in `locales`; undefined if none matches.
 */
export function lookUpLocale(locale: string, locales: readonly string[]): string | undefined {
  for (let tag = locale.toLowerCase(); tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const found = locales.findLast((known) => known.length === tag.length && known.toLowerCase() === tag);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the locale for dates, times and numbers in a language: the first wanted tag that begins with the
 * language and adds a subtag, such as a region, else the language itself. Letter case is ignored. A region of
 * another language is not used: `findRegionalLocale('en', ['en-GB']) // 'en-GB'`, `findRegionalLocale('de',
 * ['en-GB']) // 'de'`.
 * @param wanted BCP 47 tags, the most wanted first.
 */
export function findRegionalLocale(language: string, wanted: readonly (string | null | undefined)[]): string {
  const start = `${language.toLowerCase()}-`;
  return wanted.find((tag) => tag?.toLowerCase().startsWith(start)) ?? language;
}

/**
 * Returns the locale to format with. English without a region becomes British, like our texts:
 * `toFormattingLocale('en') // 'en-GB'`. Any other locale is returned unchanged.
 */
export function toFormattingLocale(locale: string): string {
  return locale.toLowerCase() === 'en' ? 'en-GB' : locale;
}

/**
 * Returns the writing direction of a language for HTML's `dir`: `textDirection('ar-EG') // 'rtl'`. Throws a
 * RangeError for a malformed tag.
 */
export function textDirection(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
}

/**
 * ISO 15924 codes of the right-to-left scripts in which languages are written today (Unicode Standard Annex
 * 9).
 */
const rightToLeft: ReadonlySet<string> = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

/**
 * Returns the name of a content item in a language: that of the tag or of its longest prefix (`de-CH`, then
 * `de`), else its `name`. Letter case matters, and empty names are skipped.
 */
export function getLocalisedName(
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

/** Returns the name of a language in another one, or its tag if that has no name or is malformed. */
export function getLanguageName(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
