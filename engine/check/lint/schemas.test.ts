import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../model/types.ts';
import { lintSchemas } from './schemas.ts';

const file = 'forms/sample/schema.json';

/** Returns the errors in a form whose field `it` has the schema. Each pointer is relative to that schema. */
function lintField(it: JsonSchema, at: string, properties: (inner: JsonSchema) => JsonSchema) {
  const schema = { type: 'object', properties: properties(it), $defs: { short: { maxLength: 5 } } };
  return lintSchemas({ [file]: schema, 'fields.json': { $defs: {} } })
    .filter(({ severity }) => severity === 'error')
    .map(({ code, pointer, reason }) => [code, pointer.replace(at, ''), reason] as const);
}

const places = [
  { place: 'a field', at: '/properties/it', properties: (it: JsonSchema) => ({ it }) },
  {
    place: 'an object',
    at: '/properties/o/properties/it',
    properties: (it: JsonSchema) => ({ o: { type: 'object', properties: { it } } }),
  },
  {
    place: 'the items of a list',
    at: '/properties/l/items',
    properties: (it: JsonSchema) => ({ l: { type: 'array', items: it } }),
  },
];

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', properties });

/** Schemas that nothing meets, or not some choice, with the place below them and words of the reason. */
const contradictory: readonly (readonly [it: JsonSchema, at: string, words: string])[] = [
  [{ allOf: [{ minLength: 6 }, { maxLength: 5 }] }, '', '"minLength" is 6 and "maxLength" is 5'],
  [{ $ref: '#/$defs/short', minLength: 6 }, '', '"minLength" is 6 and "maxLength" is 5'],
  [{ type: 'number', allOf: [{ minimum: 6 }, { exclusiveMaximum: 6 }] }, '', 'nothing is between them'],
  [{ allOf: [{ type: 'string' }, { type: 'number' }] }, '', 'no "type" in common'],
  [{ allOf: [{ enum: ['a'] }, { enum: ['b'] }] }, '', 'no choice in common'],
  [{ allOf: [{ const: 'a' }, { const: 'b' }] }, '', '"const" is "a" and "b" at once'],
  [
    { ...object({ zip: { minLength: 6 } }), allOf: [object({ zip: { maxLength: 5 } })] },
    '/properties/zip',
    '"minLength" is 6 and "maxLength" is 5',
  ],
  [
    { allOf: [object({ zip: { minLength: 6 } }), object({ zip: { maxLength: 5 } })] },
    '',
    '"minLength" is 6 and "maxLength" is 5',
  ],
  [
    { type: 'array', items: { minimum: 3 }, allOf: [{ items: { maximum: 2 } }] },
    '/items',
    '"minimum" is 3 and "maximum" is 2',
  ],
  [
    { type: 'array', minItems: 3, uniqueItems: true, items: { enum: ['a', 'b'] } },
    '',
    'only 2 choices, and each counts once',
  ],
  [{ type: 'array', minItems: 3, uniqueItems: true, items: { type: 'boolean' } }, '', 'only 2 choices'],
  [{ type: 'array', minItems: 3, prefixItems: [text, text], items: false }, '', 'at most 2'],
  [{ type: 'array', items: { enum: ['a'] }, contains: { const: 'b' } }, '', '"contains" requires 1'],
  [{ type: 'array', items: text, contains: {}, minContains: 3, maxItems: 2 }, '', '"minContains" is 3'],
  [
    {
      type: 'array',
      items: { enum: ['a', 'b'] },
      uniqueItems: true,
      contains: { const: 'a' },
      minContains: 2,
    },
    '',
    '"contains" requires 2',
  ],
  [{ ...object({ a: text }), required: ['b'], additionalProperties: false }, '', '"b" is required, but'],
  [
    {
      ...object({ a: text }),
      additionalProperties: false,
      allOf: [{ ...object({ b: text }), required: ['b'] }],
    },
    '',
    '"b" is required, but "additionalProperties" is false',
  ],
  [{ ...object({ a: text }), minProperties: 2, additionalProperties: false }, '', 'at most 1'],
  [
    { ...object({ a: text, b: text }), required: ['a', 'b'], maxProperties: 1 },
    '',
    '2 properties are required',
  ],
  [
    { ...object({ a1: text }), required: ['a1'], propertyNames: { pattern: '^[a-z]+$' } },
    '',
    'refuses the name',
  ],
  [{ ...object({ a: text }), required: ['b'] }, '', 'so visitors cannot fill it in'],
  [{ type: 'integer', minimum: 1.2, maximum: 1.8 }, '', 'no whole number'],
  [{ type: 'number', minimum: 11, maximum: 19, multipleOf: 10 }, '', 'no multiple of 10'],
  [{ type: 'number', exclusiveMinimum: 10, exclusiveMaximum: 20, multipleOf: 10 }, '', 'no multiple of 10'],
  [{ type: 'integer', minimum: 1, maximum: 2, multipleOf: 1.5 }, '', 'no multiple of 1.5 that is whole'],
  [{ enum: ['a', 'b'], const: 'c' }, '', 'which "enum" does not contain'],
  [{ type: 'string', enum: ['ab', 'c'], pattern: '^..$' }, '', '"c" is refused by "pattern"'],
  [{ type: 'string', const: 'c', minLength: 2 }, '', '"c" is refused by "minLength"'],
  [{ type: 'string', enum: ['a@example.com', 'b'], format: 'email' }, '', '"b" is refused by "format"'],
  [{ type: 'string', enum: ['a', 'b'], not: { const: 'b' } }, '', '"b" is refused by "not"'],
  [
    { type: 'string', allOf: [{ enum: ['a', 'bc'] }, { pattern: '^.$' }] },
    '',
    '"bc" is refused by "pattern"',
  ],
  [
    { type: 'string', pattern: '^[0-9]{5}$', maxLength: 4 },
    '',
    'no text meets the "pattern" ^[0-9]{5}$ together with "maxLength" 4',
  ],
  [{ type: 'string', pattern: '^[0-9]{5}$', minLength: 6 }, '', 'together with "minLength" 6'],
  [{ type: 'string', pattern: '[0-9]{5}', maxLength: 4 }, '', 'together with "maxLength" 4'],
];

/** Schemas beside them that something meets. */
const meetable: readonly JsonSchema[] = [
  { allOf: [{ minLength: 5 }, { maxLength: 5 }] },
  { allOf: [{ type: ['string', 'null'] }, { type: 'string' }] },
  { allOf: [{ type: 'number' }, { type: 'integer' }] },
  { allOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] },
  { type: 'array', minItems: 3, items: { enum: ['a', 'b'] } },
  { type: 'array', minItems: 3, prefixItems: [text, text], items: text },
  { type: 'array', minItems: 3, prefixItems: [text, text], uniqueItems: true, items: { enum: ['a', 'b'] } },
  { type: 'array', items: { enum: ['a', 'b'] }, contains: { const: 'b' }, minContains: 2 },
  {
    ...object({ a: text }),
    required: ['bx'],
    patternProperties: { '^b': text },
    additionalProperties: false,
  },
  {
    ...object({ a: text }),
    minProperties: 2,
    patternProperties: { '^b': text },
    additionalProperties: false,
  },
  { ...object({ a: text }), required: ['b'], additionalProperties: text },
  { ...object({ a: text }), allOf: [{ ...object({ b: text }), required: ['a', 'b'] }] },
  { ...object({ a: text }), oneOf: [{ ...object({ b: text }), required: ['a', 'b'] }, { required: ['a'] }] },
  { type: 'number', minimum: 0.1, maximum: 0.3, multipleOf: 0.1 },
  { type: 'number', minimum: 19.99, maximum: 19.99, multipleOf: 0.01 },
  { type: 'integer', minimum: 3, maximum: 3, multipleOf: 1.5 },
  { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
  { type: ['string', 'null'], enum: ['ab', null], pattern: '^..$' },
  { type: 'string', pattern: 'a', maxLength: 1 },
  { type: 'string', pattern: '[0-9]{5}', minLength: 9 },
  { type: 'string', pattern: '^[0-9]{5}(-[0-9]{4})?$', minLength: 10, maxLength: 10 },
  { type: 'string', pattern: '^a|bcd$', minLength: 9 },
  { type: 'string', pattern: '^[^$]{2}\\$', maxLength: 3 },
  { type: 'string', pattern: '\\w+@\\w+', maxLength: 254, minLength: 3 },
  { type: 'string', pattern: '^(?=.*\\d)[a-z0-9]{2,}$', maxLength: 2 },
];

describe('a schema that nothing meets', () => {
  describe.each(places)('in $place', ({ at, properties }) => {
    it.each(contradictory)('is told with its place and what to do: %j', (schema, inner, words) => {
      const reported = lintField(schema, at, properties);
      expect(reported.map(([, pointer]) => pointer)).toEqual([inner]);
      expect(reported[0]?.[2]).toContain(words);
      expect(reported[0]?.[2]).toMatch(/; (?:correct|add|remove|lower)|; correct it, or remove it/);
    });

    it.each(meetable.map((schema) => [schema]))('is not seen where something does: %j', (schema) => {
      expect(lintField(schema, at, properties)).toEqual([]);
    });
  });
});

describe('a definition that no form uses', () => {
  it('may be endless or broken, and breaks nothing', () => {
    const child = { $ref: '#/$defs/node' };
    const $defs = {
      node: { properties: { child }, allOf: [{ properties: { child } }, child] },
      list: { type: 'array', items: child, minItems: 2, uniqueItems: true },
      broken: { required: ['a'], patternProperties: { '(': true }, additionalProperties: false },
    };
    const schema = { type: 'object', properties: { name: { type: 'string' } }, $defs };
    const reported = lintSchemas({ [file]: schema, 'fields.json': { $defs } });
    expect(reported.filter(({ code }) => code !== 'unused-definition')).toEqual([]);
  });
});

describe('what an answer requires beside it', () => {
  it.each(['dependentRequired', 'dependencies'])('is told where nothing draws it, by %s', (keyword) => {
    const form = { ...object({ a: text }), [keyword]: { a: ['b'], c: ['d'] } };
    for (const schema of [form, object({ inner: form })])
      expect(
        lintSchemas({ [file]: schema, 'fields.json': { $defs: {} } }).map(({ code, pointer, reason }) => [
          code,
          pointer.replace('/properties/inner', ''),
          reason,
        ]),
      ).toEqual([
        [
          'required-without-control',
          `/${keyword}/a`,
          expect.stringMatching(/^"b" is required as soon as "a"/),
        ],
      ]);
  });

  it.each<JsonSchema>([
    { ...object({ a: text, b: text }), dependentRequired: { a: ['b'] } },
    {
      ...object({ a: text }),
      dependentRequired: { a: ['b'] },
      dependentSchemas: { a: object({ b: text }) },
    },
    { ...object({ a: text }), dependentRequired: { a: ['b'] }, additionalProperties: text },
  ])('is not told where something does: %j', (schema) => {
    expect(
      lintSchemas({ [file]: object({ inner: schema }), 'fields.json': { $defs: {} } }).filter(
        ({ code }) => code === 'required-without-control',
      ),
    ).toEqual([]);
  });
});
