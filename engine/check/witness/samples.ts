import type { Ajv, ValidateFunction } from 'ajv';
import { draftOf, newAjv } from '../../json-schema/ajv.ts';
import { dereference } from '../../json-schema/references.ts';
import { asList, asObject, isObject, isSameJson } from '../../json-schema/values.ts';
import type { JsonSchema } from '../../types.ts';
import { textsOfFormat, textsOfPattern } from './texts.ts';

/**
 * Some values that a schema takes, the plainest first: what it names, else what its type, format, pattern and limits allow, of lists
 * and objects the least. None where none was found, which proves nothing.
 */
export function samplesOf(schema: unknown, root: JsonSchema): readonly unknown[] {
  if (schema === false) return [];
  const fits = checkOf(schema, root);
  const found: unknown[] = [];
  for (const value of guesses(merged(schema, root), root, 0)) {
    if (value !== undefined && fits(value) && !found.some((known) => isSameJson(known, value)))
      found.push(value);
    if (found.length >= maxSamples) break;
  }
  return found;
}

const maxSamples = 12;

/** Nothing that is nested deeper is filled in. */
const maxDepth = 5;

/** Whether a value fits a schema that stands inside a root; what Ajv cannot compile alone, anything fits. */
export function checkOf(schema: unknown, root: JsonSchema): (value: unknown) => boolean {
  const { $defs, definitions, $schema } = root;
  const alone = {
    ...(typeof $schema === 'string' && { $schema }),
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
    allOf: [schema],
  };
  let check: ValidateFunction;
  try {
    check = ajvOf(root).compile(alone);
  } catch {
    return () => true;
  }
  return (value) => check(value) === true;
}

const ajvs = new WeakMap<JsonSchema, Ajv>();

/** One for each root: making one takes longer than compiling a small schema. */
function ajvOf(root: JsonSchema): Ajv {
  const known = ajvs.get(root) ?? newAjv(draftOf(root) ?? '2020-12');
  ajvs.set(root, known);
  return known;
}

/** A schema with what its references and `allOf` lead to laid together, as far as that is simple. */
export function merged(schema: unknown, root: JsonSchema): JsonSchema {
  const { allOf, ...own } = dereference(schema, root);
  return asList(allOf)
    .map((part) => merged(part, root))
    .reduce(together, own);
}

/** Two schemas that both hold, in one: the narrower limit of each keyword, and every property of either. */
export function together(one: JsonSchema, other: JsonSchema): JsonSchema {
  const all: Record<string, unknown> = { ...one, ...other };
  for (const keyword of Object.keys(all)) {
    if (one[keyword] !== undefined && other[keyword] !== undefined)
      all[keyword] = joint(keyword, one[keyword], other[keyword]);
  }
  return all;
}

function joint(keyword: string, one: unknown, other: unknown): unknown {
  if (typeof one === 'number' && typeof other === 'number') {
    if (/^(min|exclusiveMin)/.test(keyword)) return Math.max(one, other);
    return /^(max|exclusiveMax)/.test(keyword) ? Math.min(one, other) : other;
  }
  if (keyword === 'enum')
    return asList(one).filter((value) => asList(other).some((each) => isSameJson(each, value)));
  if (keyword === 'required') return [...new Set([...asList(one), ...asList(other)])];
  if (keyword === 'properties') {
    const [left, right] = [asObject(one), asObject(other)];
    const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
    return Object.fromEntries(
      names.map((name) => [
        name,
        isObject(left[name]) && isObject(right[name])
          ? together(left[name], right[name])
          : (right[name] ?? left[name]),
      ]),
    );
  }
  return other;
}

function* guesses(schema: JsonSchema, root: JsonSchema, depth: number): Generator<unknown> {
  if (schema.const !== undefined) yield schema.const;
  yield* asList(schema.enum);
  yield* asList(schema.examples);
  yield schema.default;
  const { oneOf, anyOf, ...own } = schema;
  for (const branch of [...asList(oneOf), ...asList(anyOf)])
    yield* guesses(together(own, merged(branch, root)), root, depth + 1);
  const { type, properties, items } = schema;
  const implied = properties === undefined ? (items === undefined ? 'string' : 'array') : 'object';
  for (const each of Array.isArray(type) ? type : [type ?? implied])
    yield* ofType(String(each), own, root, depth);
}

function* ofType(type: string, schema: JsonSchema, root: JsonSchema, depth: number): Generator<unknown> {
  switch (type) {
    case 'string':
      yield* texts(schema);
      return;
    case 'integer':
    case 'number':
      yield* numbers(schema, type === 'integer');
      return;
    case 'boolean':
      yield true;
      yield false;
      return;
    case 'array':
      if (depth < maxDepth) yield* lists(schema, root, depth);
      return;
    case 'object':
      if (depth < maxDepth) yield* objects(schema, root, depth);
      return;
    default:
      return;
  }
}

function* texts({ format, pattern, minLength, maxLength }: JsonSchema): Generator<string> {
  yield* textsOfFormat(format);
  const least = numberOr(minLength, 0);
  const most = numberOr(maxLength, Math.max(least, 12));
  if (typeof pattern === 'string') {
    const found = textsOfPattern(pattern);
    yield* found;
    // A pattern that is not anchored lets more stand about what it asks for.
    for (const text of found.slice(0, 4)) yield text.padEnd(least, 'a');
  }
  for (const text of ['Something', 'a', '1']) yield text.slice(0, Math.max(most, 1)).padEnd(least, 'a');
}

function* numbers(schema: JsonSchema, isWhole: boolean): Generator<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const step = numberOr(multipleOf, 1);
  const low = Math.max(numberOr(minimum, -Infinity), numberOr(exclusiveMinimum, -Infinity));
  const high = Math.min(numberOr(maximum, Infinity), numberOr(exclusiveMaximum, Infinity));
  const near = [
    ...(Number.isFinite(low)
      ? [low, low + step, Math.ceil(low / step) * step, Math.floor(low / step) * step + step]
      : []),
    ...(Number.isFinite(high) ? [high, high - step, Math.floor(high / step) * step] : []),
    ...(Number.isFinite(low) && Number.isFinite(high)
      ? [(low + high) / 2, Math.round((low + high) / 2)]
      : []),
    step,
    0,
    1,
    7,
  ];
  for (const number of near) yield isWhole ? Math.round(number) : number;
}

function* lists(schema: JsonSchema, root: JsonSchema, depth: number): Generator<unknown> {
  const { prefixItems, items, minItems, contains, uniqueItems } = schema;
  const first = asList(Array.isArray(prefixItems) ? prefixItems : items);
  const rest = Array.isArray(items) ? schema.additionalItems : items;
  const tuple = first.map((item) => sampleAt(item, root, depth));
  const wanted = Math.max(numberOr(minItems, 0), contains === undefined ? 0 : 1);
  const some = manyOf(isObject(contains) ? contains : isObject(rest) ? rest : {}, root, depth);
  const padded = [...tuple];
  for (let index = 0; padded.length < wanted; index += 1)
    padded.push(some[uniqueItems === true ? index : index % some.length] ?? index);
  yield padded;
  if (padded.length === 0) yield some.slice(0, 1);
  yield some.slice(0, 2);
}

function manyOf(schema: JsonSchema, root: JsonSchema, depth: number): readonly unknown[] {
  const found = [...take(guesses(merged(schema, root), root, depth + 1), maxSamples)].filter(
    (each) => each !== undefined,
  );
  return found.length === 0 ? ['a'] : found;
}

function sampleAt(schema: unknown, root: JsonSchema, depth: number): unknown {
  const fits = checkOf(schema, root);
  for (const value of take(guesses(merged(schema, root), root, depth + 1), 40)) {
    if (value !== undefined && fits(value)) return value;
  }
  return undefined;
}

function* objects(schema: JsonSchema, root: JsonSchema, depth: number): Generator<unknown> {
  const properties = asObject(schema.properties);
  const build = (names: readonly string[]) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = sampleAt(properties[name] ?? {}, root, depth);
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
  const required = asList(schema.required).map(String);
  yield build(required);
  const possible = Object.keys(properties).filter((name) => properties[name] !== false);
  yield build([...new Set([...required, ...possible])]);
  for (const name of possible) yield build([...new Set([...required, name])]);
}

function* take<Value>(values: Iterable<Value>, count: number): Generator<Value> {
  let taken = 0;
  for (const value of values) {
    if (taken >= count) return;
    taken += 1;
    yield value;
  }
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}
