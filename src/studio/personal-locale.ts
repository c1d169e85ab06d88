/**
 * Returns how whoever reads a page of a language writes days, times and numbers: the first of their browser's languages that is this one
 * with a region. English without one is British, as the studio's own words are.
 *
 * @param language - BCP 47, without a region: `en`.
 * @param wanted - BCP 47, the most wanted first.
 */
export function personalLocale(language: string, wanted: readonly string[]): string {
  const own = wanted.find((tag) => tag.toLowerCase().startsWith(`${language.toLowerCase()}-`));
  return own ?? (language === 'en' ? 'en-GB' : language);
}
