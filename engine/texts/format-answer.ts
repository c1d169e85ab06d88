import { getChoiceTitle, getSchemaChoices } from '../json-schema/choices.ts';
import { findUiSchemas, getUiWidget } from '../json-schema/inner-ui.ts';
import { findSchemasAt } from '../json-schema/schemas-at.ts';
import { asObject } from '../json-schema/values.ts';
import { memoizeByKey, memoizeByObject } from '../model/memoize.ts';
import { otherChoice } from '../model/other-choice.ts';
import type { FieldPlan, Form, FormType, Json, JsonSchema, Plan } from '../model/types.ts';
import { toFormattingLocale } from './locale.ts';
import {
  findFieldText,
  findInnerText,
  findText,
  formatText,
  formatValue,
  listTextKeys,
  toTextPath,
} from './texts.ts';

export interface AnswerContext {
  readonly form: Form;
  readonly plan: Plan;
  /** BCP 47 locale of days and times. Absent: the language of the plan's texts. */
  readonly locale?: string;
}

/**
 * Returns an answer in the words of the form: `Tax paid`, a day as `1 June 2030`. A list or an object has at
 * least one line for each item or property; an empty one gives an empty text.
 */
export function formatAnswer(
  context: AnswerContext,
  { name, options, definition }: FieldPlan,
  value: Json,
): string {
  const { form, plan, locale = plan.textLocale } = context;
  if (typeof value === 'boolean') return formatText(form, plan.textLocale, value ? 'yes' : 'no');
  /** Returns the label of a choice, also of "Other" before its text is typed; undefined for any other value. */
  const findLabel = (item: Json) =>
    options && item === otherChoice ? getOtherLabel(context, [name]) : findChoiceLabel(options, item);
  if (Array.isArray(value) && options)
    return value
      .map((item: Json, index) => {
        const mark = definition.widget === 'ranking' ? formatRank(context, index) : '-';
        return `${mark} ${findLabel(item) ?? String(item)}`;
      })
      .join('\n');
  const word = findLabel(value);
  if (word !== undefined) return word;
  // A page has no schema of most types, so the definition tells if this is a day.
  const day = typeof value === 'string' ? formatTemporal(value, definition.temporal, locale) : undefined;
  return day ?? formatAnswerLines(context, [name], value).join('\n');
}

/**
 * Returns the label of the option with a value, followed by the value if another option has the same label.
 * Undefined if there is no such option.
 */
function findChoiceLabel(options: FieldPlan['options'], value: Json): string | undefined {
  const chosen = options?.find((option) => option.value === value);
  if (options === undefined || chosen === undefined) return undefined;
  // The value tells apart two options with the same label.
  const isAlone = options.every((option) => option === chosen || option.label !== chosen.label);
  return isAlone || chosen.label === String(value) ? chosen.label : `${chosen.label} (${value})`;
}

/** Returns the mark of an item of a ranking, in the digits of the language: `2.` for the index 1. */
function formatRank({ form, plan, locale = plan.textLocale }: AnswerContext, index: number): string {
  return `${formatValue(form, locale, { value: index + 1, definition: {} })}.`;
}

/** Returns the label of the choice "Other" of a field: its own text, else the shared one. */
function getOtherLabel({ form, plan: { type, textLocale } }: AnswerContext, path: AnswerPath): string {
  const own = findFieldText(form, { typeKey: type?.key, locale: textLocale }, toTextPath(path), 'other');
  return own ?? formatText(form, textLocale, 'other-choice');
}

/** Returns a nested value on one line: `formatInnerAnswer(context, ['rigs', 0], 's') // 'Sloop'`. */
export function formatInnerAnswer(context: AnswerContext, path: AnswerPath, value: Json): string {
  return formatAnswerLines(context, path, value).join(' ');
}

type AnswerPath = readonly (string | number)[];

/**
 * Returns the lines that describe a nested value: `['Make: Alerion', 'Rig: Sloop (s)']`. A property without a
 * label is described by its name. Each item of a list has one or more lines.
 */
function formatAnswerLines(context: AnswerContext, path: AnswerPath, value: Json): readonly string[] {
  if (Array.isArray(value)) {
    const isRanking = findWidgets(context, path).includes('ranking');
    return value.flatMap((item: Json, index) => {
      const mark = isRanking ? formatRank(context, index) : '-';
      return formatAnswerLines(context, [...path, index], item).map(
        (line, at) => `${at === 0 ? `${mark} ` : '  '}${line}`,
      );
    });
  }
  if (typeof value !== 'object' || value === null) return formatInnerValue(context, path, value).split('\n');
  return Object.entries(value).flatMap(([key, inner]) => {
    const label = findNestedLabel(context, [...path, key]) ?? key;
    const inside = formatAnswerLines(context, [...path, key], inner);
    return inside.length === 1
      ? [`${label}: ${inside[0]}`]
      : [`${label}:`, ...inside.map((line) => `  ${line}`)];
  });
}

/** Returns the widgets that the UI schema names for the value at a path, in any branch. */
function findWidgets({ plan: { type } }: AnswerContext, path: AnswerPath): readonly unknown[] {
  return findUiSchemas(type?.uiSchema ?? {}, path.map(String)).map(getUiWidget);
}

/**
 * Formats a nested value that is neither a list nor an object: a boolean as yes or no, a choice by its label,
 * a day or a time in the notation of the language. Null is an empty text; any other value stays unchanged.
 */
function formatInnerValue(
  context: AnswerContext,
  path: AnswerPath,
  value: boolean | number | string | null,
): string {
  const { form, plan, locale = plan.textLocale } = context;
  const { textLocale, type } = plan;
  if (typeof value === 'boolean') return formatText(form, textLocale, value ? 'yes' : 'no');
  const sent = String(value ?? '');
  if (value === otherChoice) return getOtherLabel(context, path);
  const word =
    findText(form, textLocale, listTextKeys(type?.key, `options.${toTextPath(path)}.${sent}`)) ??
    findChoiceTitleInSchema(type, path, sent);
  if (word !== undefined || typeof value !== 'string') return word ?? sent;
  const format = findAnswerSchemas(type, path).find((schema) => schema.format)?.format;
  return formatTemporal(value, format, locale) ?? sent;
}

/**
 * Returns a day or a time in the notation of a language. Times are not converted between time zones. Returns
 * undefined for an invalid or incomplete value.
 * @param format The format of the schema. Any other than `date`, `time` and `date-time` gives undefined.
 */
export function formatTemporal(value: string, format: unknown, locale: string): string | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)?T?(\d\d:\d\d)?/.exec(value) ?? [];
  const date = new Date(`${day ?? '1970-01-01'}T${time ?? '00:00'}Z`);
  const style = {
    ...((format === 'date' || format === 'date-time') && day && ({ dateStyle: 'long' } as const)),
    ...((format === 'time' || format === 'date-time') && time && ({ timeStyle: 'short' } as const)),
  };
  // Anything else, and incomplete input, stays unchanged.
  if (Object.keys(style).length === 0 || Number.isNaN(date.getTime())) return undefined;
  return new Intl.DateTimeFormat(toFormattingLocale(locale), { ...style, timeZone: 'UTC' }).format(date);
}

/**
 * Returns the title of a nested choice in the schema; undefined if no schema at the path has one. `sent` is
 * its value as text.
 */
function findChoiceTitleInSchema(
  type: FormType | undefined,
  path: AnswerPath,
  sent: string,
): string | undefined {
  const titles = findAnswerSchemas(type, path).flatMap(
    (part) => getChoiceTitle(getSchemaChoices(part).choiceTitles, sent) ?? [],
  );
  return titles[0];
}

/**
 * Returns the label of a nested value, from the texts, the UI schema or the schema; undefined if none has
 * one.
 */
function findNestedLabel(
  { form, plan: { type, textLocale: locale } }: AnswerContext,
  path: AnswerPath,
): string | undefined {
  const own = findInnerText(form, { typeKey: type?.key, locale }, path);
  const ui = path.reduce<unknown>(
    (node, step) => asObject(node)[typeof step === 'number' ? 'items' : step],
    type?.uiSchema,
  );
  const titles = [asObject(ui)['ui:title'], ...findAnswerSchemas(type, path).map(({ title }) => title)];
  return own ?? (titles.find((title) => typeof title === 'string' && title !== '') as string | undefined);
}

/**
 * Returns the schemas that may apply to the answer at a path, those of all branches included. Empty without a
 * type.
 */
export function findAnswerSchemas(type: FormType | undefined, path: AnswerPath): readonly JsonSchema[] {
  if (type === undefined) return [];
  const [name, ...inner] = path;
  if (name === undefined || inner.length > 0)
    return findSchemasAt(type.schema, path.map(String), type.schema);
  return getFieldSchemas(type)(name);
}

/** The schemas of a type by field name. They are cached because every answer of every mail needs them. */
const getFieldSchemas = memoizeByObject(({ schema }: FormType) =>
  memoizeByKey((name: string | number): readonly JsonSchema[] =>
    findSchemasAt(schema, [String(name)], schema),
  ),
);
