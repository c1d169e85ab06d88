/** A language by its own name: `languageName('de') // 'Deutsch'`. */
export function languageName(locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  } catch {
    // A file may be called anything while it is written.
    return locale;
  }
}
