import { lookUpLocale } from '#engine';
import ar from './words/ar.json';
import de from './words/de.json';
import en from './words/en.json';
import fr from './words/fr.json';

/** The texts of the pages themselves, which come neither from the form nor from the content. */
type SiteMessages = typeof en;

/**
 * Returns the texts in the nearest available language, else in English; `lang` is that language.
 * `getSiteMessages('de-CH').lang // 'de'`
 */
export function getSiteMessages(locale: string): SiteMessages & { readonly lang: string } {
  const lang = lookUpLocale(locale, Object.keys(byLanguage)) ?? 'en';
  return { ...(byLanguage[lang] ?? en), lang };
}

const byLanguage: Readonly<Record<string, SiteMessages>> = { ar, de, en, fr };
