import { IntlMessageFormat } from 'intl-messageformat';
import { lookUpLocale } from '#engine';
import ar from './words/ar.json';
import de from './words/de.json';
import en from './words/en.json';
import fr from './words/fr.json';

/** The key of a text of the studio's own. */
export type WordKey = keyof typeof en;

/** A text of the studio in its language: `say('undo.named', {what: 'Label of Phone'})`. */
export type Say = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;

const byLanguage: Readonly<Record<string, Readonly<Record<string, string>>>> = { ar, de, en, fr };

/** The texts of the studio in the nearest language that it has, else in English. */
export function wordsIn(locale: string): Say {
  const language = lookUpLocale(locale, Object.keys(byLanguage)) ?? 'en';
  const formats = new Map<string, IntlMessageFormat>();
  return (key, values) => {
    const message = byLanguage[language]?.[key] ?? en[key];
    const format = formats.get(key) ?? new IntlMessageFormat(message, language);
    formats.set(key, format);
    return String(format.format(values));
  };
}
