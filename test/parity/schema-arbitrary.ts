import fc from 'fast-check';
import type { JsonSchema, Values } from '#engine';

/** The supported drafts, by their `$schema`. */
export const drafts = {
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema#',
} as const;

export type DraftName = keyof typeof drafts;

type Inner = fc.Arbitrary<JsonSchema | boolean>;

const names = ['a', 'b', 'c'] as const;
const name = fc.constantFrom(...names);
const few = fc.nat(3);

/** Generates an object as JSON parsing creates it. */
function createDictionary<Value>(
  key: fc.Arbitrary<string>,
  value: fc.Arbitrary<Value>,
  constraints: fc.DictionaryConstraints,
): fc.Arbitrary<Record<string, Value>> {
  return fc.dictionary(key, value, { ...constraints, noNullPrototype: true });
}

/** Includes each keyword about every third time, so that most schemas have a few. */
function pickKeywords(keywords: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<JsonSchema> {
  const entries = Object.entries(keywords).map(([keyword, value]) => [
    keyword,
    fc.option(value, { freq: 2, nil: undefined }),
  ]);
  return fc
    .record(Object.fromEntries(entries) as Record<string, fc.Arbitrary<unknown>>)
    .map((schema) => Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined)));
}

const text = pickKeywords({
  minLength: few,
  maxLength: few,
  pattern: fc.constantFrom('^a', 'b$', '^[a-c]*$'),
  format: fc.constantFrom('date', 'email', 'time', 'uri'),
});
const day = fc.constantFrom('2026-01-01', '2026-06-30');
const date = pickKeywords({
  formatMinimum: day,
  formatMaximum: day,
  formatExclusiveMinimum: day,
  formatExclusiveMaximum: day,
}).map((limits) => ({ format: 'date', ...limits }));
const number = pickKeywords({
  minimum: few,
  maximum: few,
  exclusiveMinimum: few,
  exclusiveMaximum: few,
  multipleOf: fc.constantFrom(2, 0.5, 0.01),
});

function createList(inner: Inner, draft: DraftName): fc.Arbitrary<JsonSchema> {
  const tuple = fc.array(inner, { minLength: 1, maxLength: 2 });
  const newer = {
    prefixItems: tuple,
    unevaluatedItems: inner,
    items: inner,
    minContains: few,
    maxContains: few,
  };
  const older = { items: fc.oneof(inner, tuple), additionalItems: inner };
  return pickKeywords({
    ...(draft === '2020-12' ? newer : older),
    contains: inner,
    minItems: few,
    maxItems: few,
    uniqueItems: fc.boolean(),
  });
}

function createObject(inner: Inner, draft: DraftName): fc.Arbitrary<JsonSchema> {
  const someNames = fc.uniqueArray(name, { minLength: 1, maxLength: 2 });
  const newer = {
    unevaluatedProperties: inner,
    dependentSchemas: createDictionary(name, inner, { maxKeys: 1 }),
    dependentRequired: createDictionary(name, someNames, { maxKeys: 1 }),
  };
  const older = { dependencies: createDictionary(name, fc.oneof(inner, someNames), { maxKeys: 1 }) };
  return pickKeywords({
    ...(draft === '2020-12' ? newer : older),
    properties: createDictionary(name, inner, { minKeys: 1, maxKeys: 2 }),
    required: someNames,
    patternProperties: createDictionary(fc.constantFrom('^a', 'b|c'), inner, { maxKeys: 1 }),
    additionalProperties: inner,
    propertyNames: pickKeywords({ maxLength: few, enum: fc.constant(['a', 'b']) }),
    minProperties: few,
    maxProperties: few,
  });
}

function createCombined(inner: Inner): fc.Arbitrary<JsonSchema> {
  const branches = fc.array(inner, { minLength: 1, maxLength: 3 });
  return pickKeywords({
    allOf: branches,
    anyOf: branches,
    oneOf: branches,
    not: inner,
    if: inner,
    then: inner,
    else: inner,
  });
}

const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(
      'a',
      'ab',
      'abcd',
      'b',
      'a@b.example',
      '2026-03-01',
      '2025-03-01',
      '2027-03-01',
      '10:00:00Z',
    ),
    fc.constantFrom<unknown>(0, 1, 2, 3, 5, 1.5, -1, 19.99, true, false),
    fc.array(tie('value'), { minLength: 1, maxLength: 4 }),
    createDictionary(fc.constantFrom(...names, 'd'), tie('value'), { minKeys: 1, maxKeys: 4 }),
  ),
})).value;

const type = fc.constantFrom('string', 'integer', 'number', 'boolean', 'array', 'object');

/** Generates a schema of any keywords for a field. */
function createFieldSchema(draft: DraftName): Inner {
  return fc.letrec<{ schema: JsonSchema | boolean }>((tie) => {
    const inner = tie('schema');
    const plain = fc.oneof(
      fc.tuple(type, text, number).map(([only, one, other]) => ({ type: only, ...one, ...other })),
      date.map((limits) => ({ type: 'string', ...limits })),
      fc.array(value, { minLength: 1, maxLength: 3 }).map((choices) => ({ enum: choices })),
      value.map((only) => ({ const: only })),
      fc.constantFrom<JsonSchema | boolean>(true, false, {}, { $ref: '#/$defs/shared' }),
    );
    const deep = fc.oneof(
      createList(inner, draft).map((schema) => ({ type: 'array', ...schema })),
      createObject(inner, draft).map((schema) => ({ type: 'object', ...schema })),
      createCombined(inner),
      fc
        .tuple(createObject(inner, draft), createCombined(inner))
        .map(([one, other]) => ({ ...one, ...other })),
    );
    return { schema: fc.oneof({ maxDepth: 2, withCrossShrink: true }, plain, deep) };
  }).schema as Inner;
}

/** Generates schemas of forms with a few fields, and with conditions at the root if `conditions` is true. */
export function arbitraryFormSchema(
  draft: DraftName,
  { conditions }: { readonly conditions: boolean },
): fc.Arbitrary<JsonSchema> {
  const inner = createFieldSchema(draft).filter((schema) => schema !== false);
  const properties = createDictionary(name, inner, { minKeys: 1, maxKeys: 3 });
  const branch = pickKeywords({ properties, required: fc.uniqueArray(name, { maxLength: 2 }) });
  const own = conditions
    ? pickKeywords({
        if: branch,
        then: branch,
        else: branch,
        anyOf: fc.array(branch, { minLength: 1, maxLength: 2 }),
      })
    : fc.constant({});
  return fc
    .record({ properties, required: fc.uniqueArray(name, { maxLength: 2 }), own })
    .map(({ properties: fields, required, own: rest }) => ({
      $schema: drafts[draft],
      type: 'object',
      $defs: {
        shared: { type: 'object', properties: { a: { type: 'string', minLength: 2 } }, required: ['a'] },
      },
      properties: fields,
      required: required.filter((field) => field in fields),
      ...rest,
    }));
}

export const fieldValues: fc.Arbitrary<Values> = createDictionary(name, value, { maxKeys: 3 });
