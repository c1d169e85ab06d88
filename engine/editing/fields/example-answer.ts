import { getFormatTexts, getPatternTexts } from '../../check/examples/sample-texts.ts';
import { getPatternTime } from '../../check/patterns/slowness.ts';
import { asList, asObject, isSameJson } from '../../json-schema/values.ts';
import type { Documents, Json } from '../../model/types.ts';
import type { Patch } from '../change.ts';
import { hasFieldSchema } from './containers.ts';
import { chainEdits, getExampleAnswer, setExampleAnswer } from './members.ts';
import { getMergedSchema, listOutlineTypes } from './outline.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * Returns the patches that replace the answer to a field in the first example of each type that has the
 * field, if its schema refuses that answer. An answer stays if no fitting one is found.
 */
export function repairExamples(documents: Documents, field: string): readonly Patch[] {
  return chainEdits(
    documents,
    ...listOutlineTypes(documents).map(({ folder }) => (made: Documents) => {
      if (!hasFieldSchema(made, folder, field)) return [];
      const schema = getMergedSchema(made, folder, field);
      const answer = getExampleAnswer(made, folder, field);
      if (answer === undefined || fitsSchema(schema, answer)) return [];
      const value = findFittingAnswer(schema, answer);
      return value === undefined ? [] : setExampleAnswer(made, folder, { field, value });
    }),
  );
}

/**
 * Returns the given answer if a schema accepts it, else the first suggested answer that it accepts. Undefined
 * if there is none.
 */
export function findFittingAnswer(schema: Schema, answer: Json): Json | undefined {
  return fitsSchema(schema, answer)
    ? answer
    : suggestAnswers(schema, answer).find((one) => fitsSchema(schema, one));
}

/**
 * Returns true if an answer satisfies the keywords that the studio sets: choices, lengths, limits, `pattern`,
 * `format`, `items`, `properties` and `required`. It does not compare the type of the answer, except that an
 * `integer` must be whole; `check` validates the other keywords.
 */
export function fitsSchema(schema: Schema, answer: unknown): boolean {
  const { enum: choices, const: only } = schema;
  if (only !== undefined) return isSameJson(only, answer);
  if (Array.isArray(choices)) return choices.some((choice) => isSameJson(choice, answer));
  if (typeof answer === 'string') return fitsTextSchema(schema, answer);
  if (typeof answer === 'number') return fitsNumberSchema(schema, answer);
  if (Array.isArray(answer))
    return (
      isInRange(answer.length, schema.minItems, schema.maxItems) &&
      answer.every((item) => fitsSchema(asObject(schema.items), item))
    );
  const { properties, required } = schema;
  const members = asObject(answer);
  return (
    asList(required).every((name) => String(name) in members) &&
    Object.entries(asObject(properties)).every(
      ([name, inner]) => members[name] === undefined || fitsSchema(asObject(inner), members[name]),
    )
  );
}

/**
 * Returns true if a text satisfies the keywords for texts. Formats are approximate. A pattern for which no
 * matching text can be generated is not tested.
 */
function fitsTextSchema(schema: Schema, text: string): boolean {
  const { minLength, maxLength, pattern, format, formatMinimum, formatMaximum } = schema;
  const like = formatPatterns[String(format)];
  return (
    isInRange([...text].length, minLength, maxLength) &&
    (like === undefined || like.test(text)) &&
    (typeof formatMinimum !== 'string' || text >= formatMinimum) &&
    (typeof formatMaximum !== 'string' || text <= formatMaximum) &&
    (typeof pattern !== 'string' || getPatternTexts(pattern).length === 0 || matchesPattern(pattern, text))
  );
}

/** Approximate patterns of the formats, sufficient for examples. */
const formatPatterns: Readonly<Record<string, RegExp>> = {
  email: /^\S+@\S+\.\S+$/,
  uri: /^[a-z][a-z0-9+.-]*:\S+$/i,
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d:\d\d/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/,
};

/**
 * Returns true if a text matches, or if the pattern is invalid, because `check` reports that. Returns false
 * for a text that is so long that the pattern could be slow.
 */
function matchesPattern(pattern: string, text: string): boolean {
  if (text.length > alwaysFast && text.length > getPatternTime(pattern).mostCharacters) return false;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

/** A length up to which every pattern is fast, in characters. */
const alwaysFast = 24;

/** Returns true if a number is within the limits, and whole if the type is `integer`. */
function fitsNumberSchema({ type, minimum, maximum }: Schema, answer: number): boolean {
  return isInRange(answer, minimum, maximum) && (type !== 'integer' || Number.isInteger(answer));
}

/** Returns true if a number is within both limits, inclusive. A limit that is no number does not count. */
function isInRange(count: number, least: unknown, most: unknown): boolean {
  return !(typeof least === 'number' && count < least) && !(typeof most === 'number' && count > most);
}

/**
 * Returns candidates for an answer, which may violate the schema: the choices; the limits and the rounded
 * number; the list at an allowed length; or the text, sample texts and limits, each also at an allowed
 * length. Empty for other answers.
 */
function suggestAnswers(schema: Schema, answer: Json): readonly Json[] {
  const { enum: choices, pattern, format, minimum, maximum, formatMinimum, formatMaximum } = schema;
  if (Array.isArray(choices)) return choices as readonly Json[];
  if (typeof answer === 'number')
    return [minimum, maximum, Math.ceil(Number(minimum ?? answer)), Math.floor(answer)].filter(
      (one) => typeof one === 'number',
    );
  if (Array.isArray(answer))
    return [extendList(schema, answer), answer.slice(0, Number(schema.maxItems ?? 1))];
  if (typeof answer !== 'string') return [];
  const known =
    typeof pattern === 'string'
      ? getPatternTexts(pattern)
      : format === undefined
        ? ['An answer']
        : getFormatTexts(format);
  const texts = [answer, ...known, formatMinimum, formatMaximum].filter((one) => typeof one === 'string');
  const { minLength = 0, maxLength = Infinity } = schema as {
    readonly minLength?: number;
    readonly maxLength?: number;
  };
  return texts.flatMap((text) => [
    text,
    text.padEnd(minLength, ' and more').slice(0, maxLength).trim().padEnd(minLength, '.'),
  ]);
}

/**
 * Returns a list extended to its minimum length: with unused choices, as far as there are any, else with
 * copies of the first item or with empty texts. A list that is long enough stays unchanged.
 */
function extendList({ items, minItems }: Schema, answer: readonly Json[]): readonly Json[] {
  const choices = asList(asObject(items).enum) as readonly Json[];
  const more = choices.filter((choice) => !answer.includes(choice));
  const missing = Math.max(0, Number(minItems ?? 0) - answer.length);
  return [
    ...answer,
    ...(more.length > 0 ? more.slice(0, missing) : new Array<Json>(missing).fill(answer[0] ?? '')),
  ];
}
