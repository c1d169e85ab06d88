import fc from 'fast-check';
import type { JsonSchema } from '#engine';
import { asList, asObject, isObject } from '#engine/json-schema/values.ts';

/**
 * Generates values that a schema probably accepts: it follows the keywords that shape values, and picks
 * branches at random. Filter the values with a real validator.
 */
export function createArbitrary(schema: unknown, root: JsonSchema): fc.Arbitrary<unknown> {
  if (schema === true || schema === undefined) return anything;
  if (!isObject(schema)) return fc.constant(undefined);
  const { $ref: reference, ...own } = schema;
  if (typeof reference === 'string')
    return createArbitrary({ ...resolveReference(root, reference), ...own }, root);
  return mergeBranches(schema, root).chain((flat) => createPlain(flat, root));
}

const anything: fc.Arbitrary<unknown> = fc.oneof(fc.string({ maxLength: 5 }), fc.integer(), fc.boolean());

/** Merges one combination of a schema's branches into it. */
function mergeBranches(schema: JsonSchema, root: JsonSchema): fc.Arbitrary<JsonSchema> {
  const {
    allOf,
    anyOf,
    oneOf,
    if: condition,
    then,
    else: otherwise,
    dependentSchemas,
    dependencies,
    ...own
  } = schema;
  const one = (branches: readonly unknown[]) =>
    fc.constantFrom(...branches.map((branch) => asSchema(branch, root)));
  const choices: fc.Arbitrary<JsonSchema>[] = [
    ...asList(allOf).map((branch) => mergeBranches(asSchema(branch, root), root)),
    ...[anyOf, oneOf].flatMap((branches) =>
      Array.isArray(branches) ? [one(branches).chain((branch) => mergeBranches(branch, root))] : [],
    ),
    ...(condition === undefined
      ? []
      : [
          fc
            .boolean()
            .map((holds) =>
              holds
                ? mergeSchemas(asSchema(condition, root), asSchema(then, root))
                : asSchema(otherwise, root),
            ),
        ]),
    ...Object.entries({ ...asObject(dependentSchemas), ...asObject(dependencies) }).map(([name, asked]) =>
      fc.boolean().map((isGiven): JsonSchema => {
        if (!isGiven) return { properties: { [name]: false } };
        return Array.isArray(asked)
          ? { required: [name, ...asked] }
          : mergeSchemas({ required: [name] }, asSchema(asked, root));
      }),
    ),
  ];
  return choices.reduce(
    (sum, choice) => fc.tuple(sum, choice).map(([left, right]) => mergeSchemas(left, right)),
    fc.constant<JsonSchema>(own),
  );
}

function mergeSchemas(left: JsonSchema, right: JsonSchema): JsonSchema {
  const properties = { ...asObject(left.properties) };
  for (const [name, property] of Object.entries(asObject(right.properties))) {
    const before = properties[name];
    properties[name] = isObject(before) && isObject(property) ? { ...before, ...property } : property;
  }
  return {
    ...left,
    ...right,
    properties,
    required: [...new Set([...asList(left.required), ...asList(right.required)])],
  };
}

function createPlain(schema: JsonSchema, root: JsonSchema): fc.Arbitrary<unknown> {
  const { type, enum: choices, const: constant } = schema;
  if (constant !== undefined) return fc.constant(constant);
  if (Array.isArray(choices)) return fc.constantFrom(...choices);
  if (Array.isArray(type))
    return fc.oneof(...type.map((each) => createPlain({ ...schema, type: each }, root)));
  switch (type) {
    case 'string':
      return createText(schema);
    case 'integer':
      return fc.integer({ min: numberOr(schema.minimum, -1_000), max: numberOr(schema.maximum, 10_000) });
    case 'number':
      return fc
        .double({
          min: numberOr(schema.minimum ?? schema.exclusiveMinimum, -1_000),
          max: numberOr(schema.maximum, 10_000),
          noNaN: true,
        })
        .map((number) => Math.round(number * 100) / 100);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return createList(schema, root);
    case 'object':
      return createObject(schema, root);
    default:
      return Object.keys(asObject(schema.properties)).length > 0 ? createObject(schema, root) : anything;
  }
}

function createText({ pattern, format, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (typeof pattern === 'string') return fc.constantFrom(...createMatching(pattern));
  if (format === 'email') return fc.constantFrom('ann@example.com', 'b.carter@example.org');
  if (format === 'date') return fc.constantFrom('2026-11-21', '2027-02-28');
  return fc.string({ minLength: numberOr(minLength, 0), maxLength: Math.min(numberOr(maxLength, 12), 12) });
}

/** A few texts for each pattern, cached because generating one is slow. */
const made = new Map<string, readonly string[]>();

function createMatching(pattern: string): readonly string[] {
  const known =
    made.get(pattern) ?? fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 24, seed: 7 });
  made.set(pattern, known);
  return known;
}

function createList(
  { items, prefixItems, additionalItems, minItems, maxItems, uniqueItems }: JsonSchema,
  root: JsonSchema,
): fc.Arbitrary<unknown> {
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const rest = Array.isArray(prefixItems) ? items : Array.isArray(items) ? additionalItems : items;
  const least = Math.max(0, numberOr(minItems, 0) - first.length);
  const size = { minLength: least, maxLength: Math.max(least, Math.min(numberOr(maxItems, 3), 3)) };
  const more = rest === false ? fc.constant([]) : fc.array(createArbitrary(rest, root), size);
  const all = fc
    .tuple(fc.tuple(...first.map((item) => createArbitrary(item, root))), more)
    .map(([head, tail]) => [...head, ...tail]);
  return uniqueItems === true ? all.map((values) => [...new Set(values)]) : all;
}

function createObject(
  { properties, required, additionalProperties, patternProperties }: JsonSchema,
  root: JsonSchema,
): fc.Arbitrary<unknown> {
  const entries = Object.entries(asObject(properties)).filter(([, property]) => property !== false);
  const model = Object.fromEntries(
    entries.map(([name, property]) => [name, createArbitrary(property, root)]),
  );
  const requiredKeys = asList(required)
    .map(String)
    .filter((name) => name in model);
  const known = fc.record(model, { requiredKeys });
  const extra = [
    ...(isObject(additionalProperties) ? [['extra', additionalProperties] as const] : []),
    ...Object.entries(asObject(patternProperties)).map(
      ([pattern, inner]) => [`${pattern.replace('^', '')}key`, inner] as const,
    ),
  ];
  const others = fc.record(
    Object.fromEntries(extra.map(([name, inner]) => [name, createArbitrary(inner, root)])),
    { requiredKeys: [] },
  );
  return fc.tuple(known, others).map(([one, other]) => ({ ...one, ...other }));
}

function asSchema(schema: unknown, root: JsonSchema): JsonSchema {
  const { $ref: reference, ...own } = asObject(schema);
  return typeof reference === 'string' ? { ...resolveReference(root, reference), ...own } : own;
}

function resolveReference(root: JsonSchema, reference: string): JsonSchema {
  return asObject(
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, step) => asObject(at)[step], root),
  );
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}
