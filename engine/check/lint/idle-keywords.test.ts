import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../model/types.ts';
import { findIdleKeywords } from './idle-keywords.ts';

function found(schema: JsonSchema, parts: readonly JsonSchema[] = []): readonly string[] {
  const place = { schema, path: ['properties', 'a'] };
  return findIdleKeywords('forms/x/schema.json', place, [schema, ...parts]).map(({ reason }) => reason);
}

describe('findIdleKeywords', () => {
  it.each<[string, JsonSchema, RegExp]>([
    ['a limit of numbers', { type: 'string', maximum: 5 }, /^"maximum" is for .*"number" and .*"string"/],
    [
      'a limit of texts',
      { type: ['integer', 'null'], maxLength: 5 },
      /on "integer" and "null"; correct "type"/,
    ],
    ['a pattern', { type: 'boolean', pattern: 'x' }, /"pattern"/],
    ['a format', { type: 'number', format: 'email' }, /"format"/],
    ['names', { type: 'array', items: {}, required: ['x'] }, /"required"/],
    ['items', { type: 'object', items: {} }, /"items"/],
    ['a branch without its condition', { then: { required: ['a'] } }, /"then" has no effect without "if"/],
    ['a condition without branches', { if: { required: ['a'] } }, /without "then" or "else"/],
    ['a count of what nothing asks for', { type: 'array', minContains: 2 }, /without "contains"/],
  ])('tells of %s', (_what, schema, reason) => {
    expect(found(schema)).toEqual([expect.stringMatching(reason)]);
  });

  it('heeds the type of what a schema refers to', () => {
    expect(found({ $ref: '#/$defs/name', maximum: 5 }, [{ type: 'string' }])).toHaveLength(1);
    expect(found({ $ref: '#/$defs/name', maxLength: 5 }, [{ type: 'string' }])).toEqual([]);
  });

  it.each<JsonSchema>([
    { type: 'integer', minimum: 1, multipleOf: 2 },
    { type: ['string', 'number'], maxLength: 5, maximum: 9 },
    { maxLength: 5, maximum: 9, required: ['a'] },
    { if: { required: ['a'] }, else: {} },
    { type: 'array', contains: {}, maxContains: 1 },
    { type: 'string', title: 'A', 'x-note': 1, constructor: 'x' },
  ])('is silent of what something heeds: %j', (schema) => {
    expect(found(schema)).toEqual([]);
  });
});
