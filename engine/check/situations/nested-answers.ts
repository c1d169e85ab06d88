import { countSegment } from '../../conditions/inner-facts.ts';
import { dereference } from '../../json-schema/references.ts';
import { asList, asObject, isObject } from '../../json-schema/values.ts';
import { getPropertySchema } from '../../json-schema/walk.ts';
import type { FormType, JsonSchema } from '../../model/types.ts';
import { generateSamples } from '../examples/samples.ts';

/** The values to try at one position inside a field. */
export interface NestedValues {
  /** The names below the field; the last one is `count` for the number of items. */
  readonly steps: readonly string[];
  readonly values: readonly unknown[];
}

/**
 * Returns a value of a field for each combination of the values inside it. The rest is as in the usual value,
 * or as in a sample of the schema if there is none. A value that becomes empty is undefined.
 */
export function combineNestedValues(
  type: FormType,
  field: string,
  nestedValues: readonly NestedValues[],
  usual: unknown,
): readonly unknown[] {
  const schema = dereference(getPropertySchema(type.schema, field), type.schema);
  const start = usual ?? generateSamples(schema, type.schema)[0];
  let wholes: readonly unknown[] = [start];
  for (const { steps, values } of nestedValues)
    wholes = wholes.flatMap((whole) =>
      values.map((value) => setNestedValue(whole, steps, value, schema, type.schema)),
    );
  return wholes.map((whole) => (isEmpty(whole) ? undefined : whole));
}

/**
 * Returns a copy of a value with another value inside it. Members that become empty are removed; a value for
 * `count` resizes the list instead.
 * @param schema The schema of `whole`.
 * @param root The schema that references are resolved in.
 */
function setNestedValue(
  whole: unknown,
  [step, ...rest]: readonly string[],
  value: unknown,
  schema: JsonSchema,
  root: JsonSchema,
): unknown {
  if (step === undefined) return completeItems(value, schema, root);
  if (step === countSegment && rest.length === 0) return resizeList(Number(value ?? 0), whole, schema, root);
  const { [step]: former, ...others } = asObject(whole);
  const inner = setNestedValue(former, rest, value, dereference(getPropertySchema(schema, step), root), root);
  return isEmpty(inner) ? others : { ...others, [step]: inner };
}

/**
 * Returns a list with a number of items, at most 200: the present ones, then copies of the last one, or of a
 * sample if the list is empty.
 */
function resizeList(count: number, list: unknown, schema: JsonSchema, root: JsonSchema): readonly unknown[] {
  const present = asList(list);
  const sample = findFilledItem(dereference(schema.items, root), root);
  return Array.from(
    { length: Math.min(count, maxItems) },
    (_, index) => present[index] ?? present.at(-1) ?? sample,
  );
}

/**
 * Returns a list with objects in which each object has the members of a sample that it lacks; any other value
 * unchanged.
 */
function completeItems(value: unknown, { items }: JsonSchema, root: JsonSchema): unknown {
  if (!Array.isArray(value) || !value.some(isObject)) return value;
  const [sample] = generateSamples(dereference(items, root), root);
  return value.map((item) => mergeObjects(sample, item));
}

/**
 * Returns two objects merged, at any depth; the members of the second have precedence. Members that are
 * undefined in the second are removed.
 */
function mergeObjects(one: unknown, other: unknown): unknown {
  if (!isObject(other)) return other;
  const all = Object.entries({ ...asObject(one), ...other }).map(
    ([name, value]) => [name, isObject(value) ? mergeObjects(asObject(one)[name], value) : value] as const,
  );
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/**
 * Returns a sample of an item that is not empty, because a list of empty items counts as no list
 * (`normaliseValue`). If there is none, returns an object with one filled property, else the text `another`.
 */
function findFilledItem(items: JsonSchema, root: JsonSchema): unknown {
  const filled = generateSamples(items, root).find((sample) => !isEmpty(sample) && sample !== '');
  if (filled !== undefined) return filled;
  const [part] = Object.entries(asObject(items.properties)).flatMap(([name, property]) => {
    const [value] = generateSamples(property, root).filter((sample) => !isEmpty(sample) && sample !== '');
    return value === undefined ? [] : [{ [name]: value }];
  });
  return part ?? 'another';
}

/** The largest number of items of a list. */
const maxItems = 200;

/** Returns true for undefined and for an object or list without members. */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  );
}
