import { lookUpLocale } from '#engine';
import ar from './words/ar.json';
import de from './words/de.json';
import en from './words/en.json';
import fr from './words/fr.json';

/** The copy of the pages themselves: what neither the form nor the content says. */
type Words = typeof en;

/** The copy in the nearest language that there is, else in English. `wordsIn('de-CH').noForm` */
export function wordsIn(locale: string): Words & { readonly lang: string } {
  const lang = lookUpLocale(locale, Object.keys(byLanguage)) ?? 'en';
  return { ...(byLanguage[lang] ?? en), lang };
}

const byLanguage: Readonly<Record<string, Words>> = { ar, de, en, fr };
