/** A language by its own name: `languageName('de') // 'Deutsch'`. */
export function languageName(locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
}
