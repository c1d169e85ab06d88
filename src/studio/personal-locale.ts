import { formattingLocale, regionalLocale } from '#engine/locale.ts';

/**
 * Returns how whoever reads a page of a language writes days, times and numbers: the first of their browser's languages that is this one
 * with a region. English without one is British, as the studio's own words are.
 *
 * @param language - BCP 47, without a region: `en`.
 * @param wanted - BCP 47, the most wanted first.
 */
export function personalLocale(language: string, wanted: readonly string[]): string {
  return formattingLocale(regionalLocale(language, wanted));
}
