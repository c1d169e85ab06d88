import { isObject } from '../json-schema/values.ts';
import type { Documents, FieldDefinition } from '../model/types.ts';
import { lookUpLocale } from '../texts/locale.ts';
import { listTextKeys } from '../texts/texts.ts';
import type { Version } from './consequence.ts';

/**
 * A text as the documents contain it, with its position. A text that no language contains has no position.
 */
export interface EffectiveText {
  readonly text: string;
  readonly place?: string;
}

/** Returns the languages in which a version has texts. */
export function listLocales({ form }: Version): readonly string[] {
  return Object.keys(form.texts);
}

/**
 * Returns the text of a language under a key, exactly as the document contains it; undefined if there is
 * none.
 */
export function getWrittenText(documents: Documents, locale: string, key: string): string | undefined {
  const texts = documents[`texts/${locale}.json`];
  const text = isObject(texts) ? texts[key] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/**
 * Returns the text that visitors read in a language: that of the first key that has a text in this language
 * (or the one that it is looked up as) or in the fallback language. Undefined if no key has one.
 */
export function findEffectiveText(
  { form, documents }: Version,
  locale: string,
  keys: readonly string[],
): EffectiveText | undefined {
  const { fallbackLocale } = form.settings;
  const tags = [lookUpLocale(locale, Object.keys(form.texts)) ?? fallbackLocale, fallbackLocale];
  for (const key of keys)
    for (const tag of tags) {
      const text = getWrittenText(documents, tag, key);
      if (text !== undefined) return { text, place: getTextPosition(tag, key) };
    }
  return undefined;
}

/** Returns the position of a text: `de fields.name.label`. */
export function getTextPosition(locale: string, key: string): string {
  return `${locale} ${key}`;
}

/**
 * Returns the label, hint or placeholder of a field: the text that a rule names (`ruled`, or this name itself
 * if there is no such text), else the text of the field, else what its schema or UI schema contains. A label
 * falls back to the name of the field; otherwise undefined if there is none.
 */
export function findEffectiveFieldText(
  version: Version,
  locale: string,
  of: {
    readonly type: string;
    readonly definition: FieldDefinition;
    readonly part: 'label' | 'hint' | 'placeholder';
    readonly ruled?: string | undefined;
  },
): EffectiveText | undefined {
  const { type, definition, part, ruled } = of;
  if (ruled !== undefined)
    return findEffectiveText(version, locale, listTextKeys(type, ruled)) ?? { text: ruled };
  const own = findEffectiveText(version, locale, listTextKeys(type, `fields.${definition.name}.${part}`));
  if (own !== undefined) return own;
  const { title, name, hint, placeholder } = definition;
  const text = part === 'label' ? (title ?? name) : part === 'hint' ? hint : placeholder;
  return text === undefined ? undefined : { text };
}

/** Returns the label of a choice: its text, else its title in the schema, else its value. */
export function getChoiceText(
  version: Version,
  locale: string,
  of: { readonly type: string; readonly definition: FieldDefinition; readonly value: string | number },
): EffectiveText {
  const { type, definition, value } = of;
  const own = findEffectiveText(version, locale, listTextKeys(type, `options.${definition.name}.${value}`));
  return own ?? { text: definition.choiceTitles?.[String(value)] ?? String(value) };
}

/**
 * The languages in which a text differs, with the texts by language. A language without the text is left out
 * of them.
 */
export interface TextChange {
  readonly locales: readonly string[];
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  /** The positions of the texts before and after. */
  readonly places: readonly string[];
}

/**
 * Returns the languages in which visitors read another text, with both texts. Undefined if there are none.
 */
export function compareText(
  locales: readonly string[],
  before: (locale: string) => EffectiveText | undefined,
  after: (locale: string) => EffectiveText | undefined,
): TextChange | undefined {
  const all = locales.map((locale) => ({ locale, one: before(locale), other: after(locale) }));
  const changed = all.filter(({ one, other }) => one?.text !== other?.text);
  if (changed.length === 0) return undefined;
  /** Returns the texts of one version by language, without languages that have none. */
  const getTextsByLocale = (side: 'one' | 'other') =>
    Object.fromEntries(
      changed.flatMap((each) => {
        const text = each[side]?.text;
        return text === undefined ? [] : [[each.locale, text] as const];
      }),
    );
  return {
    locales: changed.map(({ locale }) => locale),
    before: getTextsByLocale('one'),
    after: getTextsByLocale('other'),
    places: changed.flatMap(({ one, other }) =>
      [one?.place, other?.place].filter((place) => place !== undefined),
    ),
  };
}
