import { findRegionalLocale, toFormattingLocale } from '#engine/texts/locale.ts';

/**
 * Returns the locale for a reader's days, times and numbers: the first of their browser's languages that is
 * this language with a region or another subtag, else the language itself. English without a region becomes
 * British, like the studio's texts. Malformed languages, such as `en-US@posix`, are ignored: `Intl` throws for them.
 * @param language BCP 47, without a region: `en`.
 * @param wanted The browser's languages, the most wanted first (BCP 47).
 */
export function findPersonalLocale(language: string, wanted: readonly string[]): string {
  return toFormattingLocale(findRegionalLocale(language, wanted.filter(isWellFormed)));
}

function isWellFormed(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
