import { describe, expect, it } from 'vitest';
import { getSchemaValueKind } from '../../json-schema/value-kind.ts';
import type { JsonSchema } from '../../model/types.ts';
import { simplifySchema } from './simplify-schema.ts';

const text = { type: 'string', maxLength: 9 };
const nothing = { type: 'null' };

/** Returns what a property becomes. */
function plain(property: JsonSchema, more: JsonSchema = {}): unknown {
  return (simplifySchema({ properties: { it: property }, ...more }).properties as JsonSchema).it;
}

describe('simplifySchema', () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    ['a branch that takes null', { anyOf: [text, nothing], title: 'It' }, { ...text, title: 'It' }],
    ['the same before the other', { oneOf: [{ const: null }, text] }, text],
    [
      'null among other branches',
      { anyOf: [text, { type: 'number' }, nothing] },
      { anyOf: [text, { type: 'number' }] },
    ],
    ['a default of null', { ...text, default: null }, text],
    [
      'what stands beside and inside',
      { maxLength: 4, anyOf: [text, nothing] },
      { type: 'string', maxLength: 4, allOf: [text] },
    ],
    ['null among choices', { enum: ['x', 'y', null] }, { enum: ['x', 'y'] }],
    ['null in the items of a list', { items: { anyOf: [text, nothing] } }, { items: text }],
  ])('takes away %s', (_what, property, expected) => {
    expect(plain(property)).toEqual(expected);
  });

  it('requires nothing that may be null, and takes null out of examples', () => {
    const properties = {
      a: text,
      b: { anyOf: [text, nothing] },
      c: { type: ['string', 'null'] },
      d: { enum: [1, null] },
    };
    const { required, examples } = simplifySchema({
      properties,
      required: ['a', 'b', 'c', 'd'],
      examples: [{ a: 'x', b: null, d: [{ e: null }] }],
    });
    expect([required, examples]).toEqual([['a'], [{ a: 'x', d: [{}] }]]);
  });

  it('leaves alone what a condition asks', () => {
    const condition = { properties: { a: { anyOf: [text, nothing] } }, required: ['a'] };
    expect(simplifySchema({ if: condition }).if).toEqual(condition);
  });

  it.each<[string, JsonSchema, unknown]>([
    [
      'two kinds and one of them',
      { allOf: [{ type: ['string', 'boolean'] }, { type: 'boolean' }] },
      'boolean',
    ],
    ['what a reference leads to', { allOf: [{ $ref: '#/$defs/text' }, { minLength: 2 }] }, 'string'],
    ['numbers and whole ones', { type: 'number', allOf: [{ type: 'integer' }] }, 'integer'],
    ['nothing in common', { allOf: [{ type: 'string' }, { type: 'number' }] }, undefined],
  ])('says the kind of a value that its parts say: %s', (_what, property, type) => {
    expect(plain(property, { $defs: { text } })).toMatchObject(type === undefined ? property : { type });
  });

  it('puts a single part in the place of its "allOf"', () => {
    const property = { title: 'Kind', allOf: [{ $ref: '#/$defs/text' }] };
    expect(plain(property, { $defs: { text } })).toEqual({ title: 'Kind', $ref: '#/$defs/text' });
  });
});

describe('getSchemaValueKind', () => {
  it('is that of the choices beside null, wherever that stands', () => {
    expect(
      [
        [null, 'x'],
        ['x', null],
        [1, null, 2],
      ].map((list) => getSchemaValueKind({ enum: list })),
    ).toEqual(['string', 'string', 'integer']);
  });
});
