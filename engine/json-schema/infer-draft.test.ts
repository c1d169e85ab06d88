import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../model/types.ts';
import { findOlderKeywords, inferDraft } from './infer-draft.ts';

const draft07 = 'http://json-schema.org/draft-07/schema#';

describe('inferDraft', () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    ['a tuple', { items: [{}], additionalItems: false }, { items: [{}], additionalItems: false }],
    [
      'limits of draft-04',
      { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      { exclusiveMinimum: 1, maximum: 9 },
    ],
    ['an address of draft-04', { id: '#speed', type: 'number' }, { type: 'number' }],
  ])('reads %s as draft-07', (_what, property, expected) => {
    const read = inferDraft({ properties: { it: property } });
    expect(read).toEqual({ $schema: draft07, properties: { it: expected } });
  });

  it.each(['http://json-schema.org/draft-04/schema#', 'https://json-schema.org/draft-06/schema'])(
    'reads what is written in %s as draft-07',
    ($schema) => {
      const read = inferDraft({
        $schema,
        id: 'https://x.example/boat',
        definitions: { length: { type: 'number', minimum: 0, exclusiveMinimum: true } },
      });
      expect(read).toEqual({
        $schema: draft07,
        definitions: { length: { type: 'number', exclusiveMinimum: 0 } },
      });
    },
  );

  it.each<[string, JsonSchema]>([
    ['names draft-03', { $schema: 'http://json-schema.org/draft-03/schema#', items: [{}] }],
    ['names its draft', { $schema: 'https://json-schema.org/draft/2020-12/schema', items: [{}] }],
    ['has words of 2020-12 as well', { items: [{}], properties: { it: { prefixItems: [{}] } } }],
    ['has words of either', { definitions: {}, dependencies: {} }],
    ['has a property that is called so', { properties: { id: { type: 'string' }, additionalItems: {} } }],
  ])('leaves a schema as it is that %s', (_what, schema) => {
    expect(findOlderKeywords(schema)).toEqual([]);
    expect(inferDraft(schema)).toBe(schema);
  });

  it('names the words that show it', () => {
    const words = findOlderKeywords({ id: 'x', items: [{ exclusiveMinimum: true }] });
    expect(words).toEqual(['a list of "items"', '"id"', '"exclusiveMinimum": true']);
  });
});
