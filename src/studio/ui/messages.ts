import { IntlMessageFormat } from 'intl-messageformat';
import { lookUpLocale } from '#engine';
import ar from './words/ar.json';
import de from './words/de.json';
import en from './words/en.json';
import fr from './words/fr.json';

export type StudioMessageKey = keyof typeof en;

/** Returns true if the studio has this message. A server of another version may send unknown keys. */
export function isStudioMessageKey(key: string): key is StudioMessageKey {
  return Object.hasOwn(en, key);
}

/**
 * Formats a message in the studio's language: `say('undo.named', {what: 'Label of Phone'})`. Throws if a
 * value of the message is missing.
 */
export type FormatMessage = (
  key: StudioMessageKey,
  values?: Readonly<Record<string, string | number>>,
) => string;

/**
 * Returns a function that returns its argument, an object of messages, unchanged. A call of that function
 * compiles only if the messages have exactly the keys `Key`.
 */
export function defineMessages<Key extends string>() {
  return <Words extends Readonly<Record<Key, string>>>(
    words: Words & Readonly<Record<Exclude<keyof Words, Key>, never>>,
  ): Readonly<Record<Key, string>> => words;
}

const defineStudioMessages = defineMessages<StudioMessageKey>();

/** The studio's messages by language. */
const messagesByLanguage: Readonly<Record<string, Readonly<Record<StudioMessageKey, string>>>> = {
  ar: defineStudioMessages(ar),
  de: defineStudioMessages(de),
  fr: defineStudioMessages(fr),
  en,
};

/** Returns true if the studio has messages in a language. */
export function isStudioLanguage(locale: string): boolean {
  return lookUpLocale(locale, Object.keys(messagesByLanguage)) !== undefined;
}

/**
 * Returns a function that formats the studio's messages in a language: the nearest available one, else
 * English.
 */
export function createFormatMessage(locale: string): FormatMessage {
  const language = lookUpLocale(locale, Object.keys(messagesByLanguage)) ?? 'en';
  const formats = new Map<string, IntlMessageFormat>();
  return (key, values) => {
    const message = messagesByLanguage[language]?.[key] ?? en[key];
    const format = formats.get(key) ?? new IntlMessageFormat(message, language);
    formats.set(key, format);
    return String(format.format(values));
  };
}
