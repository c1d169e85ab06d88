import ar from './words/ar.json';
import de from './words/de.json';
import en from './words/en.json';
import fr from './words/fr.json';

/** The demonstration's own copy: what neither the form nor the content says. */
export type Words = typeof en;

/** The copy in the language of a page, else in English. `wordsIn('de-CH').noForm` */
export function wordsIn(locale: string): Words & { readonly lang: string } {
  const language = new Intl.Locale(locale).language;
  const known = byLanguage[language];
  return known ? { ...known, lang: language } : { ...en, lang: 'en' };
}

const byLanguage: Readonly<Record<string, Words>> = { ar, de, en, fr };
