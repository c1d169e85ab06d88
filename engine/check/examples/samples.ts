import type { Ajv, ValidateFunction } from 'ajv';
import { listNeighbours } from '../../conditions/points.ts';
import { createAjv, getSchemaDraft } from '../../json-schema/ajv.ts';
import { formatLimits, temporalFormats } from '../../json-schema/temporal-formats.ts';
import { asList, asObject, isSameJson } from '../../json-schema/values.ts';
import { memoizeByObject } from '../../model/memoize.ts';
import type { JsonSchema } from '../../model/types.ts';
import { tidyValue } from '../../resolve/normalise-value.ts';
import { generateAlternatives } from './alternatives.ts';
import { getFormatTexts, getPatternTexts } from './sample-texts.ts';

/**
 * Returns up to twelve values that a schema accepts, the simplest first: values that it names (`const`,
 * `enum`, `examples`, `default`), then values made from its type, format, pattern and limits. An empty result
 * does not prove that nothing is accepted.
 * @param root The schema that contains the targets of references.
 */
export function generateSamples(schema: unknown, root: JsonSchema): readonly unknown[] {
  return [...generateAcceptedValues(schema, root, 0, maxSamples)];
}

/**
 * Generates different values that a schema accepts, from a limited number of guesses. Values that count as no
 * answer (`tidyValue`) are skipped.
 * @param most The largest number of values.
 */
function* generateAcceptedValues(
  schema: unknown,
  root: JsonSchema,
  depth: number,
  most: number,
): Generator<unknown> {
  if (schema === false) return;
  const fits = createSchemaTest(schema, root);
  const found: unknown[] = [];
  for (const value of takeFirst(generateGuesses(schema, root, depth), maxGuesses)) {
    if (tidyValue(value) === undefined || !fits(value) || found.some((known) => isSameJson(known, value)))
      continue;
    found.push(value);
    yield value;
    if (found.length >= most) return;
  }
}

/** The number of guesses that are tested for one schema. */
const maxGuesses = 600;

const maxSamples = 12;

/** Values that are nested deeper are not generated. */
const maxDepth = 5;

/**
 * Returns a function that returns true if a value meets a schema, whose references point into `root`. If Ajv
 * cannot compile the schema, every value passes. The compiled schema is cached by root and content.
 */
export function createSchemaTest(schema: unknown, root: JsonSchema): (value: unknown) => boolean {
  const known = getRootChecks(root);
  const key = JSON.stringify(schema);
  if (!known.has(key)) known.set(key, compileWithDefinitions(schema, root));
  const check = known.get(key);
  return (value) => check === undefined || check(value) === true;
}

/**
 * Returns the compiled schemas of a root by their JSON, initially none. Compiling takes longer than
 * everything else, and the same schemas are tested repeatedly.
 */
const getRootChecks = memoizeByObject((_root: JsonSchema) => new Map<string, ValidateFunction | undefined>());

/**
 * Compiles a schema together with the definitions of the root. Returns undefined if Ajv cannot compile it.
 */
function compileWithDefinitions(schema: unknown, root: JsonSchema): ValidateFunction | undefined {
  const { $defs, definitions, $schema } = root;
  const alone = {
    ...(typeof $schema === 'string' && { $schema }),
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
    allOf: [schema],
  };
  try {
    return getAjv(root).compile(alone);
  } catch {
    return undefined;
  }
}

/** Returns the Ajv instance of a root. Creating one takes longer than compiling a small schema. */
const getAjv = memoizeByObject((root: JsonSchema): Ajv => createAjv(getSchemaDraft(root) ?? '2020-12'));

/**
 * Generates values that a schema may accept, one alternative after another; each has to be tested. None if
 * `depth` exceeds `maxDepth`.
 */
function* generateGuesses(schema: unknown, root: JsonSchema, depth: number): Generator<unknown> {
  if (depth > maxDepth) return;
  for (const way of generateAlternatives(schema, root)) yield* guessValuesWithoutBranches(way, root, depth);
}

/**
 * Generates guesses for a schema without branches: the values that it names, then those of its types. Without
 * `type`, its keywords suggest one.
 */
function* guessValuesWithoutBranches(
  schema: JsonSchema,
  root: JsonSchema,
  depth: number,
): Generator<unknown> {
  if (schema.const !== undefined) yield schema.const;
  yield* asList(schema.enum);
  yield* asList(schema.examples);
  yield schema.default;
  const { type, properties, items } = schema;
  const implied = properties === undefined ? (items === undefined ? 'string' : 'array') : 'object';
  for (const each of Array.isArray(type) ? type : [type ?? implied])
    yield* guessByType(String(each), schema, root, depth);
}

/** Generates guesses for one type of JSON Schema; none for `null` and unknown types. */
function* guessByType(type: string, schema: JsonSchema, root: JsonSchema, depth: number): Generator<unknown> {
  switch (type) {
    case 'string':
      yield* guessTexts(schema);
      return;
    case 'integer':
    case 'number':
      yield* guessNumbers(schema, type === 'integer');
      return;
    case 'boolean':
      yield true;
      yield false;
      return;
    case 'array':
      if (depth < maxDepth) yield* guessLists(schema, root, depth);
      return;
    case 'object':
      if (depth < maxDepth) yield* guessObjects(schema, root, depth);
      return;
    default:
      return;
  }
}

/** Generates texts by format and its limits, then by pattern, then plain ones of the allowed length. */
function* guessTexts(schema: JsonSchema): Generator<string> {
  const { format, pattern, minLength, maxLength } = schema;
  yield* getFormatTexts(format);
  const kind = temporalFormats[String(format)];
  if (kind !== undefined)
    for (const keyword of formatLimits) yield* listNeighbours(kind, schema[keyword]).map(String);
  const least = numberOr(minLength, 0);
  const most = numberOr(maxLength, Math.max(least, 12));
  if (typeof pattern === 'string') {
    const found = getPatternTexts(pattern);
    yield* found;
    // A pattern without anchors accepts more characters around the match.
    for (const text of found.slice(0, 4)) yield text.padEnd(least, 'a');
  }
  for (const text of ['Something', 'a', '1']) yield text.slice(0, Math.max(most, 1)).padEnd(least, 'a');
}

/**
 * Generates numbers at and near the limits, then the step, 0, 1 and 7.
 * @param isWhole If true, each number is rounded.
 */
function* guessNumbers(schema: JsonSchema, isWhole: boolean): Generator<number> {
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

/**
 * Generates lists of the shortest allowed length and one longer, with the values of `contains` and tuples;
 * then lists with other first items.
 */
function* guessLists(schema: JsonSchema, root: JsonSchema, depth: number): Generator<unknown> {
  const { prefixItems, items, minItems, contains, minContains, uniqueItems } = schema;
  const first = asList(Array.isArray(prefixItems) ? prefixItems : items);
  const rest = (Array.isArray(items) ? schema.additionalItems : items) ?? {};
  const tuple = first.map((item) => findInnerSample(item, root, depth));
  const some = generateInnerSamples(rest, root, depth);
  const contained =
    contains === undefined ? [] : generateInnerSamples({ allOf: [rest, contains] }, root, depth);
  const least = contained.length === 0 ? 0 : numberOr(minContains, 1);
  /**
   * Returns a list of the length, if there are enough values: the items of the tuple, those of `contains`,
   * then others.
   */
  const buildList = (length: number) =>
    extendList(
      extendList(tuple, contained, tuple.length + least, uniqueItems),
      [...some, ...contained],
      length,
      uniqueItems,
    );
  const wanted = Math.max(numberOr(minItems, 0), tuple.length + least);
  yield buildList(wanted);
  if (wanted === 0) yield some.slice(0, 1);
  yield buildList(wanted + 1);
  yield some.slice(0, 2);
  for (const value of [...contained, ...some].slice(1))
    yield extendList([...tuple, value], [...contained, ...some], wanted, uniqueItems);
}

/**
 * Returns the list filled up to a length, and to `maxItems` at most, with some values. If items have to be
 * unique, each value is used once, and the list is shorter if there are too few; else values are repeated as
 * often as needed.
 */
function extendList(
  list: readonly unknown[],
  values: readonly unknown[],
  length: number,
  isUnique: unknown,
): readonly unknown[] {
  const found = [...list];
  if (isUnique === true) {
    for (const value of values)
      if (found.length < length && !found.some((each) => isSameJson(each, value))) found.push(value);
    return found;
  }
  while (found.length < Math.min(length, maxItems) && values.length > 0)
    found.push(values[found.length % values.length]);
  return found;
}

const maxItems = 1_000;

/** Returns the values that the schema of an item accepts, as `generateSamples` does, one level deeper. */
function generateInnerSamples(schema: unknown, root: JsonSchema, depth: number): readonly unknown[] {
  return [...generateAcceptedValues(schema, root, depth + 1, maxSamples)];
}

/** Returns the simplest value that the schema of an item or property accepts; undefined if none is found. */
function findInnerSample(schema: unknown, root: JsonSchema, depth: number): unknown {
  const [first] = generateAcceptedValues(schema, root, depth + 1, 1);
  return first;
}

/**
 * Generates objects: with the fewest properties, with all, with the required ones and one other each, and
 * with entries besides `properties`.
 */
function* guessObjects(schema: JsonSchema, root: JsonSchema, depth: number): Generator<unknown> {
  const properties = asObject(schema.properties);
  const required = asList(schema.required).map(String);
  const possible = Object.keys(properties).filter((name) => properties[name] !== false);
  const others = createUnlistedNames(schema, numberOr(schema.minProperties, 0));
  /** Returns an object with a value for each name; names without a value are left out. */
  const buildObject = (names: readonly string[]) =>
    Object.fromEntries(
      [...new Set(names)].flatMap((name) => {
        const value = findInnerSample(properties[name] ?? getSchemaOfUnlistedName(name, schema), root, depth);
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
  const least = Math.max(numberOr(schema.minProperties, 0), required.length);
  yield buildObject([...new Set([...required, ...possible, ...others])].slice(0, least));
  yield buildObject([...required, ...possible]);
  for (const name of possible) yield buildObject([...required, name]);
  if (others.length > 0) yield buildObject([...required, ...possible, ...others]);
}

/**
 * Returns names of entries that an object may have besides its `properties`: up to `count`, and at least one
 * if the schema lists names or patterns for them.
 */
function createUnlistedNames(
  { additionalProperties, patternProperties, propertyNames }: JsonSchema,
  count: number,
): readonly string[] {
  const { enum: named, pattern } = asObject(propertyNames);
  const patterns = [
    ...(typeof pattern === 'string' ? [pattern] : []),
    ...Object.keys(asObject(patternProperties)),
  ];
  const made = [...asList(named).map(String), ...patterns.flatMap(getPatternTexts)];
  if (made.length > 0) return made.slice(0, Math.max(count, 1));
  if (additionalProperties === false) return [];
  return Array.from({ length: Math.min(count, maxItems) }, (_, index) => `entry${index + 1}`);
}

/**
 * Returns the schema of an entry that is not in `properties`: that of the first matching pattern, else
 * `additionalProperties`, else the empty schema.
 */
function getSchemaOfUnlistedName(
  name: string,
  { additionalProperties, patternProperties }: JsonSchema,
): unknown {
  const matching = Object.entries(asObject(patternProperties)).find(([pattern]) =>
    new RegExp(pattern, 'u').test(name),
  );
  return matching?.[1] ?? additionalProperties ?? {};
}

/** Generates the first `count` values. */
function* takeFirst<Value>(values: Iterable<Value>, count: number): Generator<Value> {
  let taken = 0;
  for (const value of values) {
    if (taken >= count) return;
    taken += 1;
    yield value;
  }
}

/** Returns the value if it is a number, else `fallback`. */
function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}
