import { type Formatters, formatToParts } from 'intl-messageformat';
import { byName } from './by-name.ts';
import { hasOffset } from './conditions/compare.ts';
import { nameOfEntry } from './entry-names.ts';
import { schemasAt } from './json-schema/places.ts';
import { asObject, isObject } from './json-schema/values.ts';
import { propertyOf } from './json-schema/walk.ts';
import { formattingLocale, keepByLocale, regionalLocale, textLocaleOf } from './locale.ts';
import { messageStyles } from './message-styles.ts';
import type { BranchName, FieldPlan, Form, JsonSchema, Message, Plan, Problem } from './types.ts';

/** The arguments of a message. */
export type TextValues = Readonly<Record<string, string | number>>;

/** The text of a key in one language: `text('photos.choose', {count: 10})`. */
export type Text = (key: string, values?: TextValues) => string;

/** The texts of a form in one language, as `formatText` gives each. */
export function textsOf(form: Form, locale: string): Text {
  return (key, values) => formatText(form, locale, key, values);
}

/**
 * The text of a key in the nearest locale, else in the form's last resort; the key itself where no locale has it.
 * Arguments follow ICU MessageFormat.
 */
export function formatText(form: Form, locale: string, key: string, values: TextValues = {}): string {
  return firstText(form, locale, [key], values) ?? key;
}

/** Whether a key has a text in the nearest locale or in the form's last resort. */
export function hasText(form: Form, locale: string, key: string): boolean {
  return messageOf(form, locale, key) !== undefined;
}

/** The first text that there is of several keys, the most particular first; undefined where there is none. */
export function firstText(
  form: Form,
  locale: string,
  keys: readonly string[],
  values: TextValues = {},
): string | undefined {
  for (const key of keys) {
    const found = messageOf(form, locale, key);
    if (found === undefined) continue;
    const language = { locale: regionalLocale(found.locale, [locale]), digits: form.digits };
    return formatMessage(found.message, language, values);
  }
  return undefined;
}

/** What a visitor reads of a problem: the text of its field and code for the type, else for the field, else for the code. */
export function problemMessage(form: Form, plan: Plan, problem: Problem): string {
  const path = stepsIn(plan.values, problem.field);
  const { code } = problem;
  // Whoever words what is no day for a field need not do so for each part of it.
  const codes = /-(?:day|month|year)$/.test(code) ? [code, 'wrong-format'] : [code];
  const own = codes.flatMap((each) => textKeys(plan.type?.key, `fields.${namesOf(path)}.problems.${each}`));
  const keys = [...own, ...formatKeys(plan, path, code), `problems.${code}`];
  const values = { label: labelOf(form, plan, path, problem), ...shownValues(form, plan, problem) };
  return firstText(form, plan.textLocale, keys, values) ?? problem.code;
}

/** Returns the text that says what to write where a format is asked for: `formats.uri`. Of most types a page has no schema. */
function formatKeys({ type }: Plan, path: readonly string[], code: Problem['code']): readonly string[] {
  if (code !== 'wrong-format' || type === undefined) return [];
  const schemas = schemasAt(type.schema, path, type.schema);
  // What a pattern asks for besides only its field can say.
  if (schemas.some(({ pattern }) => pattern !== undefined)) return [];
  const field = path.length === 1 ? byName(type.fields, path[0] ?? '') : undefined;
  const formats = new Set([field?.format, ...schemas.map(({ format }) => format)]);
  formats.delete(undefined);
  // Of two, as in two branches, nobody knows here which one was asked for.
  return formats.size === 1 ? [...formats].map((format) => `formats.${format}`) : [];
}

/** The values of a problem as a visitor reads them: branches by their names. */
function shownValues(form: Form, plan: Plan, { field, values = {}, branches }: Problem): TextValues {
  const { textLocale } = plan;
  return {
    ...values,
    ...(branches && {
      branches: listed(
        branches.map((branch) => branchLabel(form, plan, branch, field)),
        textLocale,
        'disjunction',
      ),
    }),
  };
}

function branchLabel(form: Form, plan: Plan, branch: BranchName, at: string): string {
  if ('title' in branch) {
    const key = `options.${namesOf(at.split('/'))}.${branch.choice}`;
    return firstText(form, plan.textLocale, textKeys(plan.type?.key, key)) ?? branch.title;
  }
  const labels = branch.fields.map((field) => labelOf(form, plan, field.split('/')));
  return listed(labels, plan.textLocale, 'conjunction');
}

function listed(words: readonly string[], locale: string, type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat(formattingLocale(locale), { type }).format(words);
}

/** What the texts say of a part of a field (`label`, `hint`, ...): the type's own text, else the field's; undefined where there is neither. */
export function fieldText(
  form: Form,
  { typeKey, locale }: { readonly typeKey: string | undefined; readonly locale: string },
  field: string,
  part: string,
): string | undefined {
  return firstText(form, locale, textKeys(typeKey, `fields.${field}.${part}`));
}

/**
 * What the texts call a place inside a field: a field there by its `label`, an item of a list by the list's `item`.
 * `placeText(form, of, ['guests', '0', 'name'])` is the text `fields.guests.name.label`.
 */
export function placeText(
  form: Form,
  of: { readonly typeKey: string | undefined; readonly locale: string },
  path: readonly (string | number)[],
): string | undefined {
  return fieldText(form, of, namesOf(path), isPlace(path.at(-1)) ? 'item' : 'label');
}

/** The names on the way to a place inside a field, as keys of texts have them: `namesOf(['guests', 0, 'name']) // 'guests.name'`. */
export function namesOf(path: readonly (string | number)[]): string {
  return path.filter((step) => !isPlace(step)).join('.');
}

function isPlace(step: string | number | undefined): boolean {
  return /^\d+$/.test(String(step));
}

/** The keys of a text that an enquiry type may have of its own, the most particular first. `textKeys('sales', 'fields.name.label')` */
export function textKeys(typeKey: string | undefined, key: string): readonly string[] {
  return typeKey === undefined ? [key] : [`forms.${typeKey}.${key}`, key];
}

function messageOf(
  form: Form,
  locale: string,
  key: string,
): { readonly message: Message; readonly locale: string } | undefined {
  for (const tag of [textLocaleOf(form, locale), form.settings.fallbackLocale]) {
    const message = form.texts[tag]?.[key];
    if (message !== undefined) return { message, locale: tag };
  }
  return undefined;
}

/** What numbers and days are written in. */
export interface Language {
  /** BCP 47, with a region where one is known. */
  readonly locale: string;
  /** `Form.digits`. */
  readonly digits: string | undefined;
}

/** Returns a message in a language. An argument without a value stays as it is written, `{people}`: a draft may have a slip. */
export function formatMessage(message: Message, language: Language, values: TextValues): string {
  if (typeof message === 'string') return message;
  const formatters = formattersOf(language);
  const all = new Proxy(values, asWritten);
  const parts = formatToParts(message as SyntaxTree, language.locale, formatters, messageStyles, all);
  return parts.map(({ value }) => value).join('');
}

/** Gives each argument that has no value itself for one. */
const asWritten: ProxyHandler<TextValues> = {
  has: () => true,
  get: (values, name) => (Object.hasOwn(values, name) ? values[String(name)] : `{${String(name)}}`),
};

type SyntaxTree = Parameters<typeof formatToParts>[0];

/** Formatters of one locale are made when a message first needs them, and cached: making one costs more than using it a hundred times. */
const formatters = new Map<string, Formatters>();

function formattersOf({ locale: written, digits }: Language): Formatters {
  const locale = formattingLocale(written);
  const key = `${locale} ${digits ?? ''}`;
  let known = formatters.get(key);
  if (known === undefined) {
    const numbers = new Map<string, Intl.NumberFormat>();
    const rules = new Map<string, Intl.PluralRules>();
    known = {
      getNumberFormat: (_locale, style) => ({
        format: (value: number) =>
          // Of a plural whose argument has no value.
          (Number.isNaN(value) ? '#' : undefined) ??
          (style === undefined ? smallNumber(value, digits) : undefined) ??
          cached(numbers, style, () => new Intl.NumberFormat(locale, style ?? allDigits)).format(value),
      }),
      getPluralRules: (_locale, type) => cached(rules, type, () => new Intl.PluralRules(locale, type)),
      // A day is given as it is written, `2026-11-21`, and means that day wherever it is read.
      // A time is that of the clock on which it was read; one that says its offset from UTC is told as UTC's.
      getDateTimeFormat: (_locale, style) => ({
        format(given: unknown) {
          const text = String(given);
          const day = new Date(text.replace(/^..:/, '2000-01-01T$&').replace(/T[\d:.]+$/, '$&Z'));
          const zone = style?.hour && hasOffset(text) && ({ timeZoneName: 'short' } as const);
          // What is no day is shown as it is.
          return Number.isNaN(day.getTime())
            ? text
            : new Intl.DateTimeFormat(locale, { ...style, ...zone, timeZone: 'UTC' }).format(day);
        },
      }),
    } as Formatters;
    keepByLocale(formatters, key, known);
  }
  return known;
}

/** What a field holds, in words: a number or a day as a language writes it, anything else as it is; empty where there is nothing. */
export function valueText(
  { digits }: Pick<Form, 'digits'>,
  locale: string,
  {
    value,
    definition: { temporal },
  }: Pick<FieldPlan, 'value'> & { readonly definition: Pick<FieldPlan['definition'], 'temporal'> },
): string {
  const { getNumberFormat, getDateTimeFormat } = formattersOf({ locale, digits });
  if (typeof value === 'number') return getNumberFormat(locale, allDigits).format(value);
  return temporal === 'date' && typeof value === 'string'
    ? getDateTimeFormat(locale, messageStyles.date.long).format(value as unknown as Date)
    : String(value ?? '');
}

/** A limit is told whole: 0.0001 is not 0. What was calculated has no more digits than these that mean something. */
const allDigits = { maximumFractionDigits: 15 };

function cached<Made>(made: Map<string, Made>, options: unknown, make: () => Made): Made {
  const key = JSON.stringify(options) ?? '';
  const present = made.get(key) ?? make();
  made.set(key, present);
  return present;
}

/** A number without fraction or groups, in digits that are known: a browser's first `Intl.NumberFormat` takes a phone some 30 ms. */
function smallNumber(value: number, digits: string | undefined): string | undefined {
  if (digits === undefined || !Number.isInteger(value) || value < 0 || value > 999) return undefined;
  // Minus zero keeps its sign where numbers are formatted (ECMA-402, "PartitionNumberPattern").
  if (Object.is(value, -0)) return undefined;
  return String(value).replaceAll(/\d/g, (digit) => [...digits][Number(digit)] ?? digit);
}

/** Returns the steps to a place; the name of an entry, which its visitor gives, may hold a slash. */
function stepsIn(values: unknown, place: string): readonly string[] {
  const [first = ''] = place.split('/');
  const names = Object.keys(Object(values)).filter((name) => `${place}/`.startsWith(`${name}/`));
  const step = names.reduce((one, other) => (other.length > one.length ? other : one), first);
  const rest = place.slice(step.length + 1);
  return rest === '' ? [step] : [step, ...stepsIn(Object(values)[step], rest)];
}

function labelOf(
  form: Form,
  plan: Plan,
  path: readonly string[],
  problem: Pick<Problem, 'values'> = {},
): string {
  const [name = '', ...inner] = path;
  const field = byName(plan.fields, name);
  if (field === undefined) return name;
  if (inner.length === 0) return field.label;
  const { type, textLocale: locale } = plan;
  const own = placeText(form, { typeKey: type?.key, locale }, path);
  return own ?? innerTitle(plan, field, inner, problem) ?? field.label;
}

/** The title of a place inside a field, as its schema gives it, in a branch as the problem does; else its key, of an item its list's title. */
function innerTitle(
  plan: Plan,
  field: FieldPlan,
  path: readonly string[],
  { values }: Pick<Problem, 'values'>,
): string | undefined {
  const list = path.slice(0, -1);
  const key = path.at(-1) ?? '';
  const around = list.reduce(inside, propertyOf(plan.type?.schema, field.name));
  const schema = inside(around, key);
  const title = [schema.title, values?.title].find((one) => typeof one === 'string' && one.trim() !== '');
  if (title !== undefined) return String(title);
  const isNamed = !isPlace(key) || around.properties !== undefined || isObject(around.additionalProperties);
  if (isNamed) return nameOfEntry(key) || undefined;
  return list.length === 0 ? field.label : innerTitle(plan, field, list, {});
}

/** The schema of a property, or of an item; a property may be called as a number is written. */
function inside(around: JsonSchema, step: string): JsonSchema {
  return asObject(asObject(around.properties)[step] ?? (isPlace(step) ? around.items : undefined));
}
