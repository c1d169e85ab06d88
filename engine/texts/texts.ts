import { type Formatters, formatToParts, IntlMessageFormat } from 'intl-messageformat';
import { findSchemasAt } from '../json-schema/schemas-at.ts';
import { asObject, isObject } from '../json-schema/values.ts';
import { getPropertySchema } from '../json-schema/walk.ts';
import { hasOffset } from '../model/compare-values.ts';
import { findByName } from '../model/find-by-name.ts';
import type { BranchName, FieldPlan, Form, JsonSchema, Message, Plan, Problem } from '../model/types.ts';
import { getEntryName } from './entry-names.ts';
import { cacheByLocale, findRegionalLocale, findTextLocale, toFormattingLocale } from './locale.ts';

export type TextValues = Readonly<Record<string, string | number>>;

/** Returns the text of a key in one language: `text('photos.choose', {count: 10})`. */
export type TextFormatter = (key: string, values?: TextValues) => string;

/** Returns `formatText` for one form and locale. */
export function createTextFormatter(form: Form, locale: string): TextFormatter {
  return (key, values) => formatText(form, locale, key, values);
}

/**
 * Returns the text of a key in the nearest locale, else in the form's fallback locale, else the key itself.
 * Arguments follow ICU MessageFormat.
 */
export function formatText(form: Form, locale: string, key: string, values: TextValues = {}): string {
  return findText(form, locale, [key], values) ?? key;
}

/** Returns true if a key has a text in the nearest locale or in the form's fallback locale. */
export function hasText(form: Form, locale: string, key: string): boolean {
  return findMessageInLocales(form, locale, key) !== undefined;
}

/**
 * Returns the text of the first key that has one, with its arguments replaced. For each key the nearest
 * locale is read, else the form's fallback locale. Undefined if no key has a text.
 * @param keys The most specific first.
 */
export function findText(
  form: Form,
  locale: string,
  keys: readonly string[],
  values: TextValues = {},
): string | undefined {
  for (const key of keys) {
    const found = findMessageInLocales(form, locale, key);
    if (found === undefined) continue;
    const language = { locale: findRegionalLocale(found.locale, [locale]), digits: form.digits };
    return formatMessage(found.message, language, values);
  }
  return undefined;
}

/**
 * Returns the message of a problem: the text for its field and code in the type, else for the field, else for
 * the wrong format of its value, else for the code. Without any of these texts, returns the code.
 */
export function problemMessage(form: Form, plan: Plan, problem: Problem): string {
  const path = splitProblemPath(plan.values, problem.field);
  const { code } = problem;
  // A field's message for `wrong-format` is also used for a wrong part of a day.
  const codes = /-(?:day|month|year)$/.test(code) ? [code, 'wrong-format'] : [code];
  const own = codes.flatMap((each) =>
    listTextKeys(plan.type?.key, `fields.${toTextPath(path)}.problems.${each}`),
  );
  const keys = [...own, ...listFormatKeys(plan, path, code), `problems.${code}`];
  const values = {
    label: findLabelAtPath(form, plan, path, problem),
    ...formatProblemValues(form, plan, problem),
  };
  return findText(form, plan.textLocale, keys, values) ?? problem.code;
}

/**
 * Returns a list with the key of the text that explains a format (`formats.uri`). It is empty for any code
 * except `wrong-format`, if a schema has a pattern, or if the format is unknown or ambiguous. A page has no
 * schema for most types, so the field's definition is read as well.
 */
function listFormatKeys({ type }: Plan, path: readonly string[], code: Problem['code']): readonly string[] {
  if (code !== 'wrong-format' || type === undefined) return [];
  const schemas = findSchemasAt(type.schema, path, type.schema);
  // Only a text of the field itself can explain a pattern.
  if (schemas.some(({ pattern }) => pattern !== undefined)) return [];
  const field = path.length === 1 ? findByName(type.fields, path[0] ?? '') : undefined;
  const formats = new Set([field?.format, ...schemas.map(({ format }) => format)]);
  formats.delete(undefined);
  // If two branches have different formats, it is unknown which one was meant.
  return formats.size === 1 ? [...formats].map((format) => `formats.${format}`) : [];
}

/** Returns the arguments of a problem's message, with the branches it names as one text. */
function formatProblemValues(form: Form, plan: Plan, { field, values = {}, branches }: Problem): TextValues {
  const { textLocale } = plan;
  return {
    ...values,
    ...(branches && {
      branches: formatList(
        branches.map((branch) => formatBranchLabel(form, plan, branch, field)),
        textLocale,
        'disjunction',
      ),
    }),
  };
}

/**
 * Returns the text or title of a branch, or the labels of its fields joined by "and".
 * @param at The path of the problem: `guests/0`.
 */
function formatBranchLabel(form: Form, plan: Plan, branch: BranchName, at: string): string {
  if ('title' in branch) {
    const key = `options.${toTextPath(at.split('/'))}.${branch.choice}`;
    return findText(form, plan.textLocale, listTextKeys(plan.type?.key, key)) ?? branch.title;
  }
  const labels = branch.fields.map((field) => findLabelAtPath(form, plan, field.split('/')));
  return formatList(labels, plan.textLocale, 'conjunction');
}

/** Joins words as a list in a language, with "and" (`conjunction`) or "or". */
function formatList(words: readonly string[], locale: string, type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat(toFormattingLocale(locale), { type }).format(words);
}

/**
 * Returns a text of a field (`label`, `hint`, ...): the type's own text, else the field's, else undefined.
 */
export function findFieldText(
  form: Form,
  { typeKey, locale }: { readonly typeKey: string | undefined; readonly locale: string },
  field: string,
  part: string,
): string | undefined {
  return findText(form, locale, listTextKeys(typeKey, `fields.${field}.${part}`));
}

/**
 * Returns the text for a nested value: the `label` of a field, or the `item` text of a list; undefined if it
 * has none. `findInnerText(form, of, ['guests', '0', 'name'])` is the text `fields.guests.name.label`.
 */
export function findInnerText(
  form: Form,
  of: { readonly typeKey: string | undefined; readonly locale: string },
  path: readonly (string | number)[],
): string | undefined {
  return findFieldText(form, of, toTextPath(path), isListIndex(path.at(-1)) ? 'item' : 'label');
}

/**
 * Returns the path of a nested value as text keys contain it, without list indexes: `toTextPath(['guests', 0,
 * 'name']) // 'guests.name'`.
 */
export function toTextPath(path: readonly (string | number)[]): string {
  return path.filter((step) => !isListIndex(step)).join('.');
}

/** Returns true for a segment that consists of digits only. */
function isListIndex(step: string | number | undefined): boolean {
  return /^\d+$/.test(String(step));
}

/**
 * Returns the keys of a text that an enquiry type may override, the most specific first:
 * `listTextKeys('sales', 'fields.name.label')`.
 */
export function listTextKeys(typeKey: string | undefined, key: string): readonly string[] {
  return typeKey === undefined ? [key] : [`forms.${typeKey}.${key}`, key];
}

/** Returns a message in the nearest locale, else in the fallback locale; undefined if neither has it. */
function findMessageInLocales(
  form: Form,
  locale: string,
  key: string,
): { readonly message: Message; readonly locale: string } | undefined {
  for (const tag of [findTextLocale(form, locale), form.settings.fallbackLocale]) {
    const message = form.texts[tag]?.[key];
    if (message !== undefined) return { message, locale: tag };
  }
  return undefined;
}

export interface FormatLanguage {
  /** A BCP 47 tag, with a region if one is known. */
  readonly locale: string;
  /** The ten digits of the language, from 0 to 9; undefined if they are not known. */
  readonly digits: string | undefined;
}

/**
 * Returns a message in a language. An argument without a value stays visible as `{people}`, because a draft
 * may contain mistakes.
 */
export function formatMessage(message: Message, language: FormatLanguage, values: TextValues): string {
  if (typeof message === 'string') return message;
  const formatters = getFormatters(language);
  const all = new Proxy(values, missingArguments);
  const parts = formatToParts(
    message as SyntaxTree,
    language.locale,
    formatters,
    IntlMessageFormat.formats,
    all,
  );
  return parts.map(({ value }) => value).join('');
}

/** Gives each argument without a value its own name in braces: `{people}`. */
const missingArguments: ProxyHandler<TextValues> = {
  has: () => true,
  get: (values, name) => (Object.hasOwn(values, name) ? values[String(name)] : `{${String(name)}}`),
};

type SyntaxTree = Parameters<typeof formatToParts>[0];

/** The formatters by locale and digits. Creating one costs more than using it a hundred times. */
const formatters = new Map<string, Formatters>();

/** Returns the cached formatters for a language and its digits. */
function getFormatters({ locale: written, digits }: FormatLanguage): Formatters {
  const locale = toFormattingLocale(written);
  const key = `${locale} ${digits ?? ''}`;
  let known = formatters.get(key);
  if (known === undefined) {
    const numbers = new Map<string, Intl.NumberFormat>();
    const rules = new Map<string, Intl.PluralRules>();
    known = {
      getNumberFormat: (_locale, style) => ({
        format: (value: number) =>
          // The argument of this plural has no value.
          (Number.isNaN(value) ? '#' : undefined) ??
          (style === undefined ? formatSmallInteger(value, digits) : undefined) ??
          getOrCreate(numbers, style, () => new Intl.NumberFormat(locale, style ?? allDigits)).format(value),
      }),
      getPluralRules: (_locale, type) => getOrCreate(rules, type, () => new Intl.PluralRules(locale, type)),
      // A date such as `2026-11-21` is the same day everywhere. A time is shown as entered; a time with a UTC
      // offset is shown in UTC.
      getDateTimeFormat: (_locale, style) => ({
        /** Formats a date or a time; returns any other text unchanged. */
        format(given: unknown) {
          const text = String(given);
          const day = new Date(text.replace(/^..:/, '2000-01-01T$&').replace(/T[\d:.]+$/, '$&Z'));
          const zone = style?.hour && hasOffset(text) && ({ timeZoneName: 'short' } as const);
          // A text that is not a date is shown unchanged.
          return Number.isNaN(day.getTime())
            ? text
            : new Intl.DateTimeFormat(locale, { ...style, ...zone, timeZone: 'UTC' }).format(day);
        },
      }),
    } as Formatters;
    cacheByLocale(formatters, key, known);
  }
  return known;
}

/**
 * Returns the value of a field as text: numbers and days in the notation of a language, other values (times,
 * codes) unchanged, an empty text if there is no value. Labels of choices are not looked up.
 */
export function formatValue(
  { digits }: Pick<Form, 'digits'>,
  locale: string,
  {
    value,
    definition: { temporal },
  }: Pick<FieldPlan, 'value'> & { readonly definition: Pick<FieldPlan['definition'], 'temporal'> },
): string {
  const { getNumberFormat, getDateTimeFormat } = getFormatters({ locale, digits });
  if (typeof value === 'number') return getNumberFormat(locale, allDigits).format(value);
  return temporal === 'date' && typeof value === 'string'
    ? getDateTimeFormat(locale, IntlMessageFormat.formats.date.long).format(value as unknown as Date)
    : String(value ?? '');
}

/**
 * Limits are shown exactly: 0.0001 is not rounded to 0. Calculated values have no more than 15 significant
 * digits.
 */
const allDigits = { maximumFractionDigits: 15 };

/** Returns the cached value for some options (compared as JSON), or creates and caches it. */
function getOrCreate<Made>(cache: Map<string, Made>, options: unknown, create: () => Made): Made {
  const key = JSON.stringify(options) ?? '';
  const value = cache.get(key) ?? create();
  cache.set(key, value);
  return value;
}

/**
 * Formats an integer from 0 to 999 with known digits; undefined for any other number. It avoids the browser's
 * first `Intl.NumberFormat`, which takes about 30 ms on a phone.
 */
function formatSmallInteger(value: number, digits: string | undefined): string | undefined {
  if (digits === undefined || !Number.isInteger(value) || value < 0 || value > 999) return undefined;
  // Minus zero is formatted with its sign (ECMA-402, "PartitionNumberPattern").
  if (Object.is(value, -0)) return undefined;
  return String(value).replaceAll(/\d/g, (digit) => [...digits][Number(digit)] ?? digit);
}

/**
 * Splits the path of a problem into segments. Names in the values may contain a slash, because visitors can
 * choose them; the longest matching name is one segment.
 */
function splitProblemPath(values: unknown, place: string): readonly string[] {
  const [first = ''] = place.split('/');
  const names = Object.keys(Object(values)).filter((name) => `${place}/`.startsWith(`${name}/`));
  const step = names.reduce((one, other) => (other.length > one.length ? other : one), first);
  const rest = place.slice(step.length + 1);
  return rest === '' ? [step] : [step, ...splitProblemPath(Object(values)[step], rest)];
}

/**
 * Returns the label of a field or a nested value; the name of the field if the plan does not have it.
 * @param path The name of the field, then the segments inside its value.
 */
function findLabelAtPath(
  form: Form,
  plan: Plan,
  path: readonly string[],
  problem: Pick<Problem, 'values'> = {},
): string {
  const [name = '', ...inner] = path;
  const field = findByName(plan.fields, name);
  if (field === undefined) return name;
  if (inner.length === 0) return field.label;
  const { type, textLocale: locale } = plan;
  const own = findInnerText(form, { typeKey: type?.key, locale }, path);
  return own ?? findInnerTitle(plan, field, inner, problem) ?? field.label;
}

/**
 * Returns the title of a nested value from its schema, else from the problem if it is in a branch, else its
 * key. A list item without a title has that of its list. Undefined for an entry without a name.
 * @param path The segments inside the field; at least one.
 */
function findInnerTitle(
  plan: Plan,
  field: FieldPlan,
  path: readonly string[],
  { values }: Pick<Problem, 'values'>,
): string | undefined {
  const list = path.slice(0, -1);
  const key = path.at(-1) ?? '';
  const around = list.reduce(getInnerSchema, getPropertySchema(plan.type?.schema, field.name));
  const schema = getInnerSchema(around, key);
  const title = [schema.title, values?.title].find((one) => typeof one === 'string' && one.trim() !== '');
  if (title !== undefined) return String(title);
  const isNamed =
    !isListIndex(key) || around.properties !== undefined || isObject(around.additionalProperties);
  if (isNamed) return getEntryName(key) || undefined;
  return list.length === 0 ? field.label : findInnerTitle(plan, field, list, {});
}

/** Returns the schema of a property or a list item; an empty one if there is none. */
function getInnerSchema(around: JsonSchema, step: string): JsonSchema {
  return asObject(asObject(around.properties)[step] ?? (isListIndex(step) ? around.items : undefined));
}
