import { type Form, formatText } from '#engine';

/** The text of a key in the language of a plan. */
export type Text = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** The texts of a form in one language. */
export function textsOf(form: Form, locale: string): Text {
  return (key, values) => formatText(form, locale, key, values);
}
