import { IntlMessageFormat } from 'intl-messageformat';
import { textLocaleOf } from './locale.ts';
import type { FieldPlan, Form, JsonSchema, Message, Plan, Problem } from './types.ts';

/** The arguments of a message. */
export type TextValues = Readonly<Record<string, string | number>>;

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
    if (found !== undefined) return format(found.message, found.locale, values);
  }
  return undefined;
}

/** What a visitor reads of a problem: the text of its field and code for the type, else for the field, else for the code. */
export function problemMessage(form: Form, plan: Plan, problem: Problem): string {
  const path = problem.field.split('/');
  const name = path.filter((token) => !/^\d+$/.test(token)).join('.');
  const keys = [
    `forms.${plan.type?.key}.fields.${name}.problems.${problem.code}`,
    `fields.${name}.problems.${problem.code}`,
    `problems.${problem.code}`,
  ];
  const values = { label: labelOf(plan, path), ...problem.values };
  return firstText(form, plan.textLocale, keys, values) ?? problem.code;
}

/** The keys of a part of a field's texts, the most particular first. `textKeys('sales', 'fields.name.label')` */
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

function format(message: Message, locale: string, values: TextValues): string {
  if (typeof message === 'string') return message;
  let formatter = formatters.get(message);
  if (formatter === undefined) {
    formatter = new IntlMessageFormat([...message] as SyntaxTree, locale);
    formatters.set(message, formatter);
  }
  return String(formatter.format(values));
}

/** A tree belongs to one locale's document, so the tree alone identifies its formatter. */
const formatters = new WeakMap<object, IntlMessageFormat>();

type SyntaxTree = Exclude<ConstructorParameters<typeof IntlMessageFormat>[0], string>;

function labelOf(plan: Plan, path: readonly string[]): string {
  const [name = '', ...inner] = path;
  const field = plan.fields.find((candidate) => candidate.name === name);
  if (field === undefined) return name;
  return inner.length === 0 ? field.label : (innerTitle(plan, field, inner) ?? field.label);
}

/** The title of a place inside a field, as its schema gives it. */
function innerTitle(plan: Plan, field: FieldPlan, path: readonly string[]): string | undefined {
  let schema: unknown = (plan.type?.schema.properties as JsonSchema | undefined)?.[field.name];
  for (const token of path) {
    const { properties, items } = (schema ?? {}) as { properties?: JsonSchema; items?: unknown };
    schema = /^\d+$/.test(token) ? items : properties?.[token];
  }
  const title = (schema as { title?: unknown } | undefined)?.title;
  return typeof title === 'string' ? title : path.at(-1);
}
