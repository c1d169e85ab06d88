import type { FieldDefinition, JsonSchema } from '../model/types.ts';
import { asList, asObject, toText } from './values.ts';

/** The values of the choices and their titles by value. Both are absent if there are no choices. */
export type Choices = Pick<FieldDefinition, 'choices' | 'choiceTitles'>;

/**
 * Returns the choices of a schema: its `enum` without null, or a `oneOf` or `anyOf` in which every branch is
 * one constant. Returns an empty object if there are none, or if one of them is neither a text nor a number.
 * @param names Labels of an `enum` in its order (`ui:enumNames`). They replace `enumNames`.
 */
export function getSchemaChoices(
  { enum: values, enumNames, oneOf, anyOf }: JsonSchema,
  names?: unknown,
): Choices {
  if (Array.isArray(values)) return toEnumChoices(values, asList(names ?? enumNames));
  const branches = asList(oneOf ?? anyOf).map(asObject);
  const choices = branches.map((branch) => branch.const).filter(isChoice);
  if (choices.length === 0 || choices.length < branches.length) return {};
  const titled = branches.filter(({ title }) => typeof title === 'string');
  const titles = titled.map((branch) => [toText(branch.const), toText(branch.title)]);
  return { choices, ...(titled.length > 0 && { choiceTitles: Object.fromEntries(titles) }) };
}

/**
 * Returns the values of an `enum` without null, with the names at the same indexes as titles. Returns an
 * empty object if no value is left, or if one of them is neither a text nor a number.
 */
function toEnumChoices(values: readonly unknown[], names: readonly unknown[]): Choices {
  const choices = values.filter((value) => value !== null);
  if (choices.length === 0 || !choices.every(isChoice)) return {};
  // If a value occurs twice, its first name counts.
  const places = new Map(values.map((value, place) => [value, place] as const).reverse());
  const titles = choices.flatMap((value) => {
    const name = names[places.get(value) ?? -1];
    return typeof name === 'string' ? [[toText(value), name]] : [];
  });
  return { choices, ...(titles.length > 0 && { choiceTitles: Object.fromEntries(titles) }) };
}

/**
 * Returns the choices of a schema with `ui:other`: its `examples`, which do not exclude other texts. Returns an
 * empty object if one of them is no text, or if the schema accepts only listed values.
 */
export function getExampleChoices(schema: JsonSchema, names?: unknown): Choices {
  const { type, examples, enum: values, const: constant, oneOf, anyOf } = schema;
  const isLimited = [values, constant, oneOf, anyOf].some((keyword) => keyword !== undefined);
  if (type !== 'string' || isLimited || !Array.isArray(examples)) return {};
  return examples.every((example) => typeof example === 'string' && example.trim() !== '')
    ? toEnumChoices(examples, asList(names))
    : {};
}

/** The most steps of a rating, which all are in sight. */
export const maxRatingSteps = 20;

/** The most stars that a visitor counts at a glance. A rating with more steps shows numbers. */
export const maxRatingStars = 10;

/**
 * Returns the choices of a rating: those of its schema, else each whole number from `minimum` to `maximum`, of which
 * `multipleOf` leaves its multiples. Returns an empty object if the schema has neither, or more than
 * `maxRatingSteps` numbers.
 */
export function getRatingChoices(schema: JsonSchema, names?: unknown): Choices {
  const listed = getSchemaChoices(schema, names);
  if (listed.choices !== undefined) return listed;
  const { minimum, maximum, multipleOf } = schema;
  if (!Number.isInteger(minimum) || !Number.isInteger(maximum)) return {};
  const step = Number.isInteger(multipleOf) && Number(multipleOf) > 0 ? Number(multipleOf) : 1;
  // Adding zero turns minus zero into zero.
  const first = Math.ceil(Number(minimum) / step) * step + 0;
  const count = Math.floor((Number(maximum) - first) / step) + 1;
  if (count < 1 || count > maxRatingSteps) return {};
  return { choices: Array.from({ length: count }, (_step, index) => first + index * step) };
}

/** Returns true for a text or a number, the only choices that a control can represent. */
export function isChoice(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/**
 * Returns the title of a choice from its schema, or undefined if it has none. A choice may have the name of
 * an inherited property: `constructor`.
 */
export function getChoiceTitle(titles: Choices['choiceTitles'], value: string | number): string | undefined {
  return titles && Object.hasOwn(titles, value) ? titles[value] : undefined;
}
