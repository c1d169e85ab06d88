import { describe, expect, it } from 'vitest';
import { asObject } from '../../json-schema/values.ts';
import type { JsonSchema } from '../../model/types.ts';
import { refuteSchema } from './refute.ts';

function refuted(schema: JsonSchema): string | undefined {
  const root: JsonSchema = { type: 'object', ...schema };
  return refuteSchema(root, root, Object.keys(asObject(root.properties)));
}

const a = { type: 'string', enum: ['x', 'y'] };
const text = { type: 'string' };

describe('refuteSchema', () => {
  it.each<[string, JsonSchema, RegExp]>([
    [
      'a required field without a possible branch',
      { properties: { b: { anyOf: [false, false] } }, required: ['b'] },
      /"b" is required, but cannot be answered: no value is accepted here/,
    ],
    ['branches of which none is possible', { oneOf: [false] }, /^no value is accepted here$/],
    ['what is required and no field', { required: ['b'] }, /"b" is required, and there is no field "b"/],
    [
      'limits of a required field that cross',
      {
        properties: { b: { type: 'number', minimum: 5 } },
        required: ['b'],
        allOf: [{ properties: { b: { maximum: 4 } } }],
      },
      /"minimum" is 5 and "maximum" is 4/,
    ],
    [
      'a choice that a condition takes away',
      {
        properties: { a },
        required: ['a'],
        if: { properties: { a: { enum: ['x', 'y'] } } },
        then: { properties: { a: { const: 'z' } } },
      },
      /no value in common/,
    ],
    [
      'an option that no longer fits where another always does',
      {
        properties: { a },
        allOf: [{ properties: { a: { const: 'x' } }, required: ['a'] }],
        oneOf: [{}, { required: ['a'] }],
      },
      /./,
    ],
    [
      'an item that has to be there and cannot',
      { properties: { b: { type: 'array', items: a, contains: { const: 'z' } } }, required: ['b'] },
      /./,
    ],
    [
      'what is deep inside',
      {
        properties: {
          b: {
            type: 'object',
            properties: { c: { type: 'object', properties: { d: a }, required: ['d'] } },
            required: ['c'],
          },
        },
        required: ['b'],
        allOf: [{ properties: { b: { properties: { c: { properties: { d: { const: 'z' } } } } } } }],
      },
      /"b" is required, but cannot be answered: "c"/,
    ],
  ])('proves that nothing meets %s', (_what, schema, reason) => {
    expect(refuted(schema)).toMatch(reason);
  });

  const each = { type: 'object', properties: { p: text, q: text } };

  it.each<[string, JsonSchema]>([
    ['a field that is required', { properties: { a }, required: ['a'] }],
    [
      'limits that cross of what may be left out',
      { properties: { b: { type: 'number', minimum: 5, maximum: 4 } } },
    ],
    [
      'limits of numbers where a text may stand',
      { properties: { b: { type: ['string', 'number'], minimum: 5, maximum: 4 } }, required: ['b'] },
    ],
    [
      'objects that require parts of each other',
      {
        properties: { b: each, c: each },
        oneOf: [
          {
            required: ['b', 'c'],
            properties: { b: { required: ['p'] }, c: { required: ['q'], properties: { p: false } } },
          },
          {
            required: ['b', 'c'],
            properties: { b: { required: ['q'], properties: { p: false } }, c: { required: ['p'] } },
          },
        ],
      },
    ],
    [
      'two asking for other items of one list',
      {
        properties: { b: { type: 'array', contains: { const: 1 }, minContains: 3 } },
        required: ['b'],
        allOf: [{ properties: { b: { contains: { const: 2 }, maxContains: 2 } } }],
      },
    ],
    [
      'a tuple that another knows the beginning of',
      {
        properties: { b: { type: 'array', prefixItems: [text, text], items: false, minItems: 2 } },
        required: ['b'],
        allOf: [{ properties: { b: { prefixItems: [text] } } }],
      },
    ],
    [
      'an option that is just true',
      { properties: { a }, required: ['a'], anyOf: [{ properties: { a: { const: 'z' } } }, true] },
    ],
    [
      'a condition with "else": false',
      { properties: { a }, required: ['a'], if: { properties: { a: { const: 'x' } } }, else: false },
    ],
    [
      'what is not one of two',
      {
        properties: { a },
        required: ['a'],
        not: { anyOf: [{ properties: { a: { const: 'x' } } }, { required: ['b'] }] },
      },
    ],
  ])('proves nothing of %s', (_what, schema) => {
    expect(refuted(schema)).toBeUndefined();
  });
});
