import { IntlMessageFormat } from 'intl-messageformat';
import { lookUpLocale } from '#engine';
import ar from './words/ar.json';
import de from './words/de.json';
import en from './words/en.json';
import fr from './words/fr.json';

/** The key of a text of the studio's own. */
export type WordKey = keyof typeof en;

/** Whether the studio has a text of that key: a server of another version may tell what it does not know. */
export function isWordKey(key: string): key is WordKey {
  return Object.hasOwn(en, key);
}

/** A text of the studio in its language: `say('undo.named', {what: 'Label of Phone'})`. */
export type Say = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;

/** Words for every key and for no other, held by type: a key that is missing or too many does not compile. */
export function wordsFor<Key extends string>() {
  return <Words extends Readonly<Record<Key, string>>>(
    words: Words & Readonly<Record<Exclude<keyof Words, Key>, never>>,
  ): Readonly<Record<Key, string>> => words;
}

const exactly = wordsFor<WordKey>();

const byLanguage: Readonly<Record<string, Readonly<Record<WordKey, string>>>> = {
  ...{ ar: exactly(ar), de: exactly(de), fr: exactly(fr) },
  en,
};

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
