import { choicesOf, choiceTitle } from './json-schema/choices.ts';
import { schemasAt } from './json-schema/places.ts';
import { asObject } from './json-schema/values.ts';
import { firstText, formatText, namesOf, placeText, textKeys } from './texts.ts';
import type { FieldPlan, Form, FormType, Json, JsonSchema, Plan } from './types.ts';

/** A form as it words one plan. */
export interface Wording {
  readonly form: Form;
  readonly plan: Plan;
  /** Puts behind the word of a choice what is sent for it: for who works with it, not for who chose. */
  readonly isWithSent: boolean;
}

/** An answer as a person reads it, in the words of the form: `Tax paid`, or with what is sent `Tax paid (tax-paid)`. */
export function answerWords(wording: Wording, { name, options }: FieldPlan, value: Json): string {
  const { form, plan } = wording;
  if (typeof value === 'boolean') return formatText(form, plan.textLocale, value ? 'yes' : 'no');
  if (Array.isArray(value) && options)
    return value.map((item: Json) => `- ${choiceWords(wording, options, item) ?? String(item)}`).join('\n');
  return choiceWords(wording, options, value) ?? valueLines(wording, [name], value).join('\n');
}

function choiceWords(wording: Wording, options: FieldPlan['options'], value: Json): string | undefined {
  const chosen = options?.find((option) => option.value === value);
  return chosen && withSent(wording, chosen.label, String(value));
}

/** What stands at a place inside an answer, on one line: `innerWords(wording, ['rigs', 0], 's') // 'Sloop'`. */
export function innerWords(wording: Wording, path: Path, value: Json): string {
  return valueLines(wording, path, value).join(' ');
}

function withSent({ isWithSent }: Wording, word: string, sent: string): string {
  return word === sent || !isWithSent ? word : `${word} (${sent})`;
}

type Path = readonly (string | number)[];

/**
 * A nested value as a person reads it, in the words of the form: `['Make: Alerion', 'Rig: Sloop (s)']`. What has no words is told by its name.
 * A list has a line or several for each item.
 */
function valueLines(wording: Wording, path: Path, value: Json): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((item: Json, index) =>
      valueLines(wording, [...path, index], item).map((line, at) => `${at === 0 ? '- ' : '  '}${line}`),
    );
  if (typeof value !== 'object' || value === null) return wordOf(wording, path, value).split('\n');
  return Object.entries(value).flatMap(([key, inner]) => {
    const label = labelAt(wording, [...path, key]) ?? key;
    const inside = valueLines(wording, [...path, key], inner);
    return inside.length === 1
      ? [`${label}: ${inside[0]}`]
      : [`${label}:`, ...inside.map((line) => `  ${line}`)];
  });
}

function wordOf(wording: Wording, path: Path, value: boolean | number | string | null): string {
  const { form, plan } = wording;
  const { textLocale, type } = plan;
  if (typeof value === 'boolean') return formatText(form, textLocale, value ? 'yes' : 'no');
  const sent = String(value ?? '');
  const word =
    firstText(form, textLocale, textKeys(type?.key, `options.${namesOf(path)}.${sent}`)) ??
    titleOfChoice(type, path, sent);
  return word === undefined ? sent : withSent(wording, word, sent);
}

function titleOfChoice(type: FormType | undefined, path: Path, sent: string): string | undefined {
  const titles = innerSchemas(type, path).flatMap(
    (part) => choiceTitle(choicesOf(part).choiceTitles, sent) ?? [],
  );
  return titles[0];
}

function labelAt({ form, plan: { type, textLocale: locale } }: Wording, path: Path): string | undefined {
  const own = placeText(form, { typeKey: type?.key, locale }, path);
  const ui = path.reduce<unknown>(
    (node, step) => asObject(node)[typeof step === 'number' ? 'items' : step],
    type?.uiSchema,
  );
  const titles = [asObject(ui)['ui:title'], ...innerSchemas(type, path).map(({ title }) => title)];
  return own ?? (titles.find((title) => typeof title === 'string' && title !== '') as string | undefined);
}

/** The schemas of a place inside an answer. */
export function innerSchemas(type: FormType | undefined, path: Path): readonly JsonSchema[] {
  if (type === undefined) return [];
  const [name, ...inner] = path;
  if (name === undefined || inner.length > 0) return schemasAt(type.schema, path.map(String), type.schema);
  const known = schemasOf.get(type) ?? new Map<string | number, readonly JsonSchema[]>();
  schemasOf.set(type, known);
  const schemas = known.get(name) ?? schemasAt(type.schema, [String(name)], type.schema);
  known.set(name, schemas);
  return schemas;
}

/** Of a type's fields by their names: asked for by each answer of every mail. */
const schemasOf = new WeakMap<FormType, Map<string | number, readonly JsonSchema[]>>();
