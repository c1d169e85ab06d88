import { countStep } from '../../inner-facts.ts';
import { dereference } from '../../json-schema/references.ts';
import { asList, asObject, isObject } from '../../json-schema/values.ts';
import { propertyOf } from '../../json-schema/walk.ts';
import type { FormType, JsonSchema } from '../../types.ts';
import { samplesOf } from '../witness/samples.ts';

/** A nested field, and the values that conditions can distinguish there. */
export interface InnerValues {
  /** The names below the field; the last one is `count` for the number of items. */
  readonly steps: readonly string[];
  readonly values: readonly unknown[];
}

/**
 * Returns values of a field with every combination of the values inside it. The rest is as in the usual
 * value.
 */
export function wholeValues(
  type: FormType,
  field: string,
  places: readonly InnerValues[],
  usual: unknown,
): readonly unknown[] {
  const schema = dereference(propertyOf(type.schema, field), type.schema);
  const start = usual ?? samplesOf(schema, type.schema)[0];
  let wholes: readonly unknown[] = [start];
  for (const { steps, values } of places)
    wholes = wholes.flatMap((whole) => values.map((value) => put(whole, steps, value, schema, type.schema)));
  return wholes.map((whole) => (isEmpty(whole) ? undefined : whole));
}

function put(
  whole: unknown,
  [step, ...rest]: readonly string[],
  value: unknown,
  schema: JsonSchema,
  root: JsonSchema,
): unknown {
  if (step === undefined) return withFilledItems(value, schema, root);
  if (step === countStep && rest.length === 0) return listOf(Number(value ?? 0), whole, schema, root);
  const { [step]: former, ...others } = asObject(whole);
  const inner = put(former, rest, value, dereference(propertyOf(schema, step), root), root);
  return isEmpty(inner) ? others : { ...others, [step]: inner };
}

/** Returns a list of so many items: the present ones, then others that the schema accepts. */
function listOf(count: number, list: unknown, schema: JsonSchema, root: JsonSchema): readonly unknown[] {
  const known = asList(list);
  const sample = filledItem(dereference(schema.items, root), root);
  return Array.from(
    { length: Math.min(count, maxItems) },
    (_, index) => known[index] ?? known.at(-1) ?? sample,
  );
}

/** Completes the items of a list with what their schema requires. */
function withFilledItems(value: unknown, { items }: JsonSchema, root: JsonSchema): unknown {
  if (!Array.isArray(value) || !value.some(isObject)) return value;
  const [sample] = samplesOf(dereference(items, root), root);
  return value.map((item) => laidOver(sample, item));
}

/** Merges an object into another. Members that are undefined in the second are removed. */
function laidOver(under: unknown, over: unknown): unknown {
  if (!isObject(over)) return over;
  const all = Object.entries({ ...asObject(under), ...over }).map(
    ([name, value]) => [name, isObject(value) ? laidOver(asObject(under)[name], value) : value] as const,
  );
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** Returns an item that is not empty, because a list of empty items counts as no list (`normaliseValue`). */
function filledItem(items: JsonSchema, root: JsonSchema): unknown {
  const filled = samplesOf(items, root).find((sample) => !isEmpty(sample) && sample !== '');
  if (filled !== undefined) return filled;
  const [part] = Object.entries(asObject(items.properties)).flatMap(([name, property]) => {
    const [value] = samplesOf(property, root).filter((sample) => !isEmpty(sample) && sample !== '');
    return value === undefined ? [] : [{ [name]: value }];
  });
  return part ?? 'another';
}

const maxItems = 200;

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  );
}
