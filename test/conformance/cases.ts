import type { Json, JsonSchema } from '#engine';
import type { DraftName } from '../parity/schema-arbitrary.ts';

/** A schema, and values that it lets through or does not: what a group of the JSON-Schema-Test-Suite holds. */
export interface Case {
  readonly about: string;
  readonly schema: JsonSchema | boolean;
  readonly valid: readonly Json[];
  readonly invalid: readonly Json[];
}

type Written = readonly [schema: JsonSchema | boolean, valid: readonly Json[], invalid: readonly Json[]];

/** By keyword, what its section of JSON Schema says (Validation 2020-12, section 6; Core 2020-12, sections 10 and 11). */
const both: Readonly<Record<string, readonly Written[]>> = {
  additionalProperties: [
    [
      { properties: { a: {} }, additionalProperties: false },
      [{ a: 1 }, [1], 'x', 7],
      [{ a: 1, b: 2 }, { b: 1 }],
    ],
    [
      { properties: { a: {} }, patternProperties: { '^v': {} }, additionalProperties: false },
      [{ vroom: 1 }],
      [{ q: 1 }],
    ],
    [{ additionalProperties: { type: 'boolean' } }, [{ a: true }], [{ a: 12 }]],
    [
      { allOf: [{ properties: { a: {} } }], additionalProperties: { type: 'boolean' } },
      [{ a: true }],
      [{ a: 1 }],
    ],
  ],
  allOf: [
    [
      { allOf: [{ required: ['a'] }, { properties: { b: { type: 'integer' } } }] },
      [{ a: 'x', b: 2 }],
      [{ b: 2 }, { a: 'x', b: 'y' }],
    ],
    [{ allOf: [{ maximum: 30 }, { minimum: 20 }] }, [25, 'x'], [35, 10]],
    [{ allOf: [true, false] }, [], ['x', 1]],
    [
      { allOf: [{ multipleOf: 2 }], anyOf: [{ multipleOf: 3 }], oneOf: [{ multipleOf: 5 }] },
      [30],
      [1, 2, 3, 5, 6, 10, 15],
    ],
  ],
  anyOf: [
    [{ anyOf: [{ type: 'integer' }, { minimum: 2 }] }, [1, 2.5, 3], [1.5]],
    [{ type: 'string', anyOf: [{ maxLength: 2 }, { minLength: 4 }] }, ['ab', 'abcd'], ['abc', 3]],
    [{ anyOf: [false, false] }, [], ['x']],
    [
      { anyOf: [{ properties: { a: { type: 'integer' } }, required: ['a'] }, { required: ['b'] }] },
      [{ a: 1 }, { b: 'x' }],
      [{ a: 'x' }],
    ],
  ],
  const: [
    [{ const: 2 }, [2], [5, 'a']],
    [
      { const: { a: 'x', b: [1] } },
      [
        { a: 'x', b: [1] },
        { b: [1], a: 'x' },
      ],
      [{ a: 'x' }, [1]],
    ],
    [{ const: false }, [false], [0, 'x', true]],
    [{ const: [{ a: 1 }] }, [[{ a: 1 }]], [[{ a: 2 }], [{ a: true }]]],
    [{ const: 9007199254740992 }, [9007199254740992], [9007199254740990, 'x']],
  ],
  contains: [
    [{ contains: { minimum: 5 } }, [[3, 4, 5], [6], { a: 1 }], [[2, 3, 4]]],
    [
      { contains: { const: 5 } },
      [
        [3, 5],
        [5, 5],
      ],
      [[1, 2]],
    ],
    [
      { items: { multipleOf: 2 }, contains: { multipleOf: 3 } },
      [[6, 12]],
      [
        [2, 4],
        [3, 6],
        [1, 5],
      ],
    ],
  ],
  default: [[{ properties: { a: { type: 'integer', default: 'x' } } }, [{ a: 13 }, { b: 1 }], [{ a: 'y' }]]],
  definitions: [[{ $ref: '#/definitions/a b', definitions: { 'a b': { type: 'integer' } } }, [1], ['x']]],
  enum: [
    [{ enum: [1, 2, 3] }, [1, 3], [4, '1']],
    [{ enum: [6, 'foo', true] }, [6, 'foo', true], ['x', 7, false]],
    [{ properties: { a: { enum: ['x'] } }, required: ['a'] }, [{ a: 'x' }], [{ a: 'y' }, { b: 1 }]],
  ],
  exclusiveMaximum: [[{ exclusiveMaximum: 3 }, [2.9, 'x'], [3, 3.5]]],
  exclusiveMinimum: [[{ exclusiveMinimum: 1.1 }, [1.2, 'x'], [1.1, 0.6]]],
  format: [
    [{ format: 'date' }, ['2026-02-28', 12], ['2026-02-30', '28/02/2026']],
    [{ format: 'email' }, ['joe@example.com', 12], ['2962', '@example.com']],
    [{ format: 'ipv4' }, ['192.168.0.1'], ['256.256.256.256', '127.0.0.0.1']],
    [{ format: 'ipv6' }, ['::1', '12:34::'], ['12345::', '1::2::3']],
    [{ format: 'uri' }, ['https://example.com/a?b#c', 'urn:isbn:1'], ['//example.com', 'bar,,//x y']],
    [{ format: 'time' }, ['08:30:06Z', '08:30:06+05:30'], ['08:30', '24:00:00Z']],
    [{ format: 'date-time' }, ['1963-06-19T08:30:06.283Z'], ['1963-06-19 08:30', '1990-02-31T15:59:59Z']],
    [{ format: 'uuid' }, ['2eb8aa08-aa98-11ea-b4aa-73b441d16380'], ['2eb8aa08-aa98-11ea-b4aa']],
    [{ format: 'json-pointer' }, ['/a/b~0'], ['a/b', '/a~']],
    [{ format: 'hostname' }, ['www.example.com'], ['-bad-', 'a_b..c']],
    [{ format: 'regex' }, ['([abc])+\\s+$'], ['^(abc]']],
  ],
  formatMinimum: [[{ format: 'date', formatMinimum: '2026-01-01' }, ['2026-01-01', 12], ['1999-01-01']]],
  formatMaximum: [[{ format: 'date', formatMaximum: '2026-01-01' }, ['2026-01-01'], ['2026-01-02']]],
  formatExclusiveMinimum: [
    [{ format: 'date', formatExclusiveMinimum: '2026-01-01' }, ['2026-01-02'], ['2026-01-01']],
  ],
  formatExclusiveMaximum: [
    [{ format: 'time', formatExclusiveMaximum: '12:00:00Z' }, ['11:59:59Z'], ['12:00:00Z']],
  ],
  if: [
    [
      { if: { exclusiveMaximum: 0 }, then: { minimum: -10 }, else: { multipleOf: 2 } },
      [-1, 4, 'x'],
      [-100, 3],
    ],
    [{ if: true, then: { const: 'then' }, else: { const: 'else' } }, ['then'], ['else']],
    [{ if: { const: 0 } }, [0, 'x'], []],
    [{ then: { const: 0 } }, [0, 'x'], []],
    [
      { allOf: [{ if: { exclusiveMaximum: 0 } }, { then: { minimum: -10 } }, { else: { multipleOf: 2 } }] },
      [-100, 3],
      [],
    ],
  ],
  items: [
    [{ items: { type: 'integer' } }, [[1, 2], { a: 1 }, 'x'], [[1, 'x']]],
    [
      { items: { items: { items: { type: 'number' } } } },
      [[[[1], [2]], [[3]]]],
      [[[['1']]], [[1], 'x', [['y']]]],
    ],
  ],
  maxItems: [[{ maxItems: 2 }, [[1], [1, 2], 'xxx'], [[1, 2, 3]]]],
  maxLength: [[{ maxLength: 2 }, ['f', 'fo', 100, '\u{1F4A9}\u{1F4A9}'], ['foo']]],
  maxProperties: [[{ maxProperties: 2 }, [{ a: 1 }, [1, 2, 3]], [{ a: 1, b: 2, c: 3 }]]],
  maximum: [
    [{ maximum: 3 }, [2.6, 3, 'x'], [3.5]],
    [{ maximum: -18446744073709552000 }, [-18446744073709552000], [1]],
  ],
  minItems: [[{ minItems: 2 }, [[1, 2], 'x'], [[1]]]],
  minLength: [[{ minLength: 2 }, ['fo', 1], ['f', '\u{1F4A9}']]],
  minProperties: [[{ minProperties: 2 }, [{ a: 1, b: 2 }, [1], 'x'], [{ a: 1 }]]],
  minimum: [
    [{ minimum: -2 }, [-1, -2, -2, 'x'], [-3, -2.0001]],
    [{ minimum: 1.1 }, [2.6, 1.1], [0.6]],
  ],
  multipleOf: [
    [{ multipleOf: 2 }, [10, 'x'], [7]],
    [{ multipleOf: 1.5 }, [4.5], [35]],
    [{ multipleOf: 0.0001 }, [0.0075], [0.00751]],
    [{ multipleOf: 0.01 }, [19.99, 4.02, 12345678901.23], [0.005]],
    [{ type: 'integer', multipleOf: 0.123456789 }, [], [1e308]],
    [{ type: 'integer', multipleOf: 0.5 }, [1e308], []],
  ],
  not: [
    [{ not: { type: 'integer' } }, ['foo', 1.1], [1]],
    [{ not: { type: 'object', properties: { a: { type: 'string' } } } }, [1, { a: 1 }], [{ a: 'x' }]],
    [{ properties: { a: { not: {} } } }, [{ b: 1 }], [{ a: 1 }]],
    [{ not: { not: {} } }, ['x'], []],
  ],
  oneOf: [
    [{ oneOf: [{ type: 'integer' }, { minimum: 2 }] }, [1, 2.5], [3, 1.5]],
    [
      { type: 'object', oneOf: [{ required: ['a', 'b'] }, { required: ['a', 'c'] }] },
      [
        { a: 1, b: 2 },
        { a: 1, c: 3 },
      ],
      [{ b: 2 }, { a: 1, b: 2, c: 3 }],
    ],
    [{ oneOf: [true, true] }, [], ['x']],
    [
      {
        oneOf: [
          { properties: { a: true, b: true }, required: ['a'] },
          { properties: { c: true }, required: ['c'] },
        ],
      },
      [{ a: 1 }, { c: 1 }],
      [{ d: 1 }, { a: 1, c: 2 }],
    ],
  ],
  pattern: [
    [{ pattern: '^a*$' }, ['aaa', 123, true], ['abc']],
    [{ pattern: 'a+' }, ['xxaayy'], ['b']],
    [{ pattern: '^\\p{L}+$' }, ['Zoë'], ['7']],
  ],
  patternProperties: [
    [
      { patternProperties: { 'f.*o': { type: 'integer' } } },
      [{ foo: 1 }, { x: 'y' }, ['x']],
      [{ foo: 'bar' }],
    ],
    [
      { patternProperties: { '[0-9]{2,}': { type: 'boolean' }, X_: { type: 'string' } } },
      [{ a31b: true }, { a_X_3: 'x' }],
      [{ a31b: 1 }, { a_X_3: 3 }],
    ],
    [{ patternProperties: { 'f.*': true, 'b.*': false } }, [{ foo: 1 }], [{ bar: 2 }, { foo: 1, bar: 2 }]],
  ],
  properties: [
    [
      { properties: { a: { type: 'integer' }, b: { type: 'string' } } },
      [{ a: 1, b: 'x' }, { c: [1] }, [1]],
      [{ a: 1, b: { c: 1 } }],
    ],
    [{ properties: { a: true, b: false } }, [{ a: 1 }], [{ b: 2 }, { a: 1, b: 2 }]],
    [
      { properties: { 'foo\nbar': { type: 'number' }, 'foo"bar': { type: 'number' } } },
      [{ 'foo\nbar': 1 }],
      [{ 'foo"bar': 'x' }],
    ],
  ],
  propertyNames: [
    [{ propertyNames: { maxLength: 3 } }, [{ f: 1, foo: 2 }, [1], 'foobar'], [{ foo: 1, foobar: 2 }]],
    [{ propertyNames: { enum: ['a', 'b'] } }, [{ a: 1 }], [{ c: 1 }]],
    [{ propertyNames: false }, [[1]], [{ a: 1 }]],
  ],
  $ref: [
    [{ $ref: '#/$defs/a/$defs/b~1c', $defs: { a: { $defs: { 'b/c': { type: 'integer' } } } } }, [1], ['x']],
    [
      {
        properties: { a: { $ref: '#/$defs/t' } },
        $defs: { t: { $ref: '#/$defs/u' }, u: { type: 'integer' } },
      },
      [{ a: 5 }],
      [{ a: 'x' }],
    ],
    [{ properties: { $ref: { type: 'string' } } }, [{ $ref: 'a' }], [{ $ref: 2 }]],
    [{ $defs: { 'a%b': { type: 'integer' } }, $ref: '#/$defs/a%25b' }, [1], ['x']],
  ],
  required: [
    [{ properties: { a: {} }, required: ['a'] }, [{ a: 1 }, [1], 'x', 12], [{ b: 1 }]],
    [
      { required: ['toString', 'constructor'] },
      [{ toString: 1, constructor: 2 }, 'x'],
      [{ a: 1 }, { toString: { length: 1 } }],
    ],
    [{ required: ['a"b', 'c\nd'] }, [{ 'a"b': 1, 'c\nd': 1 }], [{ 'a"b': 1 }]],
  ],
  title: [
    [
      { title: 'x', description: 'y', $comment: 'z', examples: [1], readOnly: false, writeOnly: true },
      [1, 'x'],
      [],
    ],
  ],
  type: [
    [{ type: 'integer' }, [1, 2], [1.1, 'foo', '1', [1], true]],
    [{ type: 'number' }, [1, 1.1], ['1', { a: 1 }]],
    [{ type: 'string' }, ['foo'], [1, { a: 1 }, [1], true]],
    [{ type: 'object' }, [{ a: 1 }], [1, 'x', [1]]],
    [{ type: 'array' }, [[1]], [{ a: 1 }, 'x']],
    [{ type: 'boolean' }, [true, false], [1, 'true']],
    [{ type: ['integer', 'string'] }, [1, 'foo'], [1.1, { a: 1 }, true]],
    [{ type: 'null' }, [], [1, 'x', true]],
  ],
  uniqueItems: [
    [
      { uniqueItems: true },
      [
        [1, 2],
        [1, true],
        [{ a: 1 }, { a: 2 }],
        ['a', 'b'],
      ],
      [
        [1, 1],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        [[1], [1]],
        ['a', 'a'],
      ],
    ],
    [{ uniqueItems: false }, [[1, 1]], []],
  ],
};

const newer: Readonly<Record<string, readonly Written[]>> = {
  dependentRequired: [[{ dependentRequired: { a: ['b'] } }, [{ b: 1 }, { a: 1, b: 2 }, ['a']], [{ a: 1 }]]],
  dependentSchemas: [
    [
      { dependentSchemas: { a: { properties: { b: { type: 'integer' } }, required: ['b'] } } },
      [{ a: 1, b: 2 }, { b: 'x' }],
      [{ a: 1 }, { a: 1, b: 'x' }],
    ],
    [{ dependentSchemas: { a: false } }, [{ b: 1 }], [{ a: 1 }]],
  ],
  dependencies: [
    [
      { dependencies: { a: ['b'], c: { required: ['d'] } } },
      [
        { a: 1, b: 2 },
        { c: 1, d: 1 },
      ],
      [{ a: 1 }, { c: 1 }],
    ],
  ],
  maxContains: [
    [{ contains: { const: 1 }, maxContains: 1 }, [[1], [1, 2]], [[1, 1], [2]]],
    [{ maxContains: 1 }, [[1, 1]], []],
  ],
  minContains: [
    [
      { contains: { const: 1 }, minContains: 2 },
      [
        [1, 1],
        [1, 2, 1],
      ],
      [[1], [2]],
    ],
    [{ contains: { const: 1 }, minContains: 0 }, [[2], [1]], []],
    [{ contains: { const: 1 }, minContains: 1, maxContains: 3 }, [[1, 1]], [[1, 1, 1, 1], [2]]],
  ],
  prefixItems: [
    [
      { prefixItems: [{ type: 'integer' }, { type: 'string' }] },
      [[1, 'x'], [1], [1, 'x', true], { 0: 'x' }],
      [['x', 1]],
    ],
    [{ prefixItems: [true, true], items: false }, [[1, 2]], [[1, 2, 'extra']]],
    [{ prefixItems: [{ type: 'integer' }], items: { type: 'string' } }, [[1, 'a', 'b']], [[1, 2]]],
  ],
  unevaluatedItems: [
    [{ prefixItems: [{ type: 'string' }], unevaluatedItems: false }, [['x']], [['x', 'y']]],
    [
      { allOf: [{ prefixItems: [true, { type: 'number' }] }], unevaluatedItems: false },
      [['x', 42]],
      [['x', 42, true]],
    ],
    [{ unevaluatedItems: { type: 'string' } }, [['x'], 'y'], [[1]]],
  ],
  unevaluatedProperties: [
    [
      { properties: { a: { type: 'string' } }, unevaluatedProperties: false },
      [{ a: 'x' }, [1]],
      [{ a: 'x', b: 'y' }],
    ],
    [{ patternProperties: { '^b': true }, unevaluatedProperties: false }, [{ bar: 1 }], [{ foo: 1 }]],
    [
      {
        properties: { a: {} },
        anyOf: [
          { properties: { b: { const: 'b' } }, required: ['b'] },
          { properties: { c: { const: 'c' } }, required: ['c'] },
        ],
        unevaluatedProperties: false,
      },
      [
        { a: 1, b: 'b' },
        { a: 1, b: 'b', c: 'c' },
      ],
      [{ a: 1, b: 'b', c: 'x' }, { a: 1 }],
    ],
    [
      {
        anyOf: [{ properties: { a: { const: 1 } }, required: ['a'] }, { required: ['d'] }],
        patternProperties: { '^b': true },
        unevaluatedProperties: false,
      },
      [{ a: 1, bar: 1 }],
      [
        { a: 2, bar: 1 },
        { d: 1, bar: 1 },
      ],
    ],
    [
      {
        properties: { a: {} },
        if: { properties: { a: { const: 'then' } }, required: ['a'] },
        then: { properties: { b: {} } },
        else: { properties: { c: {} } },
        unevaluatedProperties: false,
      },
      [{ a: 'then', b: 1 }, { c: 1 }],
      [{ a: 'then', c: 1 }, { b: 1 }],
    ],
    [
      {
        $ref: '#/$defs/bar',
        properties: { a: {} },
        unevaluatedProperties: false,
        $defs: { bar: { properties: { b: {} } } },
      },
      [{ a: 1, b: 2 }],
      [{ a: 1, c: 2 }],
    ],
    [
      {
        dependentSchemas: { a: { properties: { b: {} } } },
        properties: { a: {} },
        unevaluatedProperties: false,
      },
      [{ a: 1, b: 2 }],
      [{ b: 2 }],
    ],
    [
      { properties: { a: {} }, additionalProperties: true, unevaluatedProperties: false },
      [{ a: 1, z: 1 }],
      [],
    ],
    [
      {
        not: { not: { properties: { b: { const: 'b' } }, required: ['b'] } },
        properties: { a: {} },
        unevaluatedProperties: false,
      },
      [],
      [{ a: 1, b: 'b' }],
    ],
  ],
};

const older: Readonly<Record<string, readonly Written[]>> = {
  additionalItems: [
    [{ items: [{ type: 'integer' }], additionalItems: { type: 'string' } }, [[1, 'x'], [1]], [[1, 2]]],
    [{ items: [true, true, true], additionalItems: false }, [[1, 2, 3]], [[1, 2, 3, 4]]],
    [{ items: { type: 'integer' }, additionalItems: false }, [[1, 2, 3]], [['x']]],
  ],
  dependencies: [
    [{ dependencies: { a: ['b'] } }, [{ b: 1 }, { a: 1, b: 2 }, ['a']], [{ a: 1 }]],
    [
      { dependencies: { a: { properties: { b: { type: 'integer' } } }, c: false } },
      [{ a: 1, b: 2 }],
      [{ a: 1, b: 'x' }, { c: 1 }],
    ],
  ],
  tuples: [
    [{ items: [{ type: 'integer' }, { type: 'string' }] }, [[1, 'x'], [1], [1, 'x', true]], [['x', 1]]],
  ],
};

/** The cases of a draft, by keyword. */
export function casesOf(draft: DraftName): Readonly<Record<string, readonly Case[]>> {
  const own = draft === '2020-12' ? { ...both, ...newer } : { ...both, ...older };
  return Object.fromEntries(
    Object.entries(own).map(([keyword, all]) => [
      keyword,
      all.map(([schema, valid, invalid], at) => ({ about: `${keyword} ${at + 1}`, schema, valid, invalid })),
    ]),
  );
}
