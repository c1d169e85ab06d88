/**
 * Returns the name of a language in that language, or an invalid tag unchanged: `getOwnLanguageName('de') //
 * 'Deutsch'`.
 */
export function getOwnLanguageName(locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  } catch {
    // A file of texts may have any name while it is being written, so the tag may be invalid.
    return locale;
  }
}
