import { toInertLine } from '../delivery/mail/inert-text.ts';
import words from './notification-words.json' with { type: 'json' };

/** The texts of the mails, and of the page that stops them, in one language. */
export type NotificationTexts = (typeof words)['en'];

/** Formats the text of a key as one line, with values in place of `{name}`. */
export type FormatNotificationText = (
  key: keyof NotificationTexts,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** Returns the function that formats texts in a language. Languages without texts get the English ones. */
export function createNotificationTexts(locale: string): FormatNotificationText {
  const [language = ''] = locale.split('-');
  const texts = (words as Readonly<Record<string, NotificationTexts>>)[language] ?? words.en;
  return (key, values = {}) =>
    toInertLine(texts[key].replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(values[name] ?? '')));
}
