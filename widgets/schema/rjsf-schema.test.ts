import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '#engine';
import { collectMarkedSchemas, markKeyword } from './marks.ts';
import { toRjsfSchema } from './rjsf-schema.ts';

describe('toRjsfSchema', () => {
  it('puts references in place, with what stands beside them on top', () => {
    const schema = {
      $defs: { port: { type: 'string', title: 'Port' } },
      properties: { from: { $ref: '#/$defs/port', title: 'From' }, to: { $ref: '#/$defs/port' } },
    };
    expect(toRjsfSchema(schema)).toEqual({
      properties: { from: { type: 'string', title: 'From' }, to: { type: 'string', title: 'Port' } },
    });
  });

  it('follows a reference to a reference, and a name with a slash', () => {
    const schema = {
      $defs: { a: { $ref: '#/$defs/b~1c' }, 'b/c': { type: 'integer' } },
      properties: { x: { $ref: '#/$defs/a' } },
    };
    expect(toRjsfSchema(schema)).toEqual({ properties: { x: { type: 'integer' } } });
  });

  it('says dependencies and tuples in the words that RJSF knows', () => {
    const schema = {
      properties: { pair: { type: 'array', prefixItems: [{ type: 'string' }], items: false } },
      dependentRequired: { a: ['b'], c: ['d'] },
      dependentSchemas: { a: { required: ['e'] } },
    };
    expect(toRjsfSchema(schema)).toEqual({
      properties: { pair: { type: 'array', items: [{ type: 'string' }], additionalItems: false } },
      dependencies: { a: { required: ['b', 'e'] }, c: ['d'] },
    });
  });

  it('applies dependencies of both drafts to one property', () => {
    const one = { properties: { x: { minimum: 1 } } };
    const other = { properties: { x: { maximum: 9 } } };
    const merged = (schema: JsonSchema) => toRjsfSchema(schema).dependencies;
    expect(merged({ dependencies: { a: ['b'] }, dependentRequired: { a: ['b', 'c'] } })).toEqual({
      a: ['b', 'c'],
    });
    expect(merged({ dependencies: { a: one }, dependentRequired: { a: ['c'] } })).toEqual({
      a: { ...one, required: ['c'] },
    });
    expect(merged({ dependencies: { a: one }, dependentSchemas: { a: other } })).toEqual({
      a: { allOf: [one, other] },
    });
  });

  it('takes a property for a property, whatever its name', () => {
    const schema = { properties: { $ref: { type: 'string' }, examples: { enum: [{ $ref: '#' }] } } };
    expect(toRjsfSchema(schema)).toEqual(schema);
  });

  it('never fixes an answer of yes or no', () => {
    expect(toRjsfSchema({ properties: { terms: { const: true } } })).toEqual({
      properties: { terms: { enum: [true] } },
    });
  });

  it('gives the same for the same, mark for mark', () => {
    const schema = () => ({ if: { required: ['a'] }, oneOf: [{ required: ['b'] }, { required: ['c'] }] });
    expect(toRjsfSchema(schema())).toEqual(toRjsfSchema(schema()));
    const once = schema();
    expect(toRjsfSchema(once)).toBe(toRjsfSchema(once));
  });
});

describe('collectMarkedSchemas', () => {
  const marksOf = (schema: JsonSchema) => [...collectMarkedSchemas(toRjsfSchema(schema)).values()];

  it('finds conditions and options at any depth', () => {
    const schema = {
      properties: { boat: { type: 'object', if: { required: ['a'] } } },
      additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    };
    expect(marksOf(schema).map(({ [markKeyword]: _mark, ...rest }) => rest)).toEqual([
      { required: ['a'] },
      { type: 'string' },
      { type: 'number' },
    ]);
  });

  it('asks of an option with properties only that one of them is there and right', () => {
    const [option] = marksOf({ oneOf: [{ required: ['a'], properties: { a: {}, b: {} } }] });
    expect(option).toMatchObject({ allOf: [{ anyOf: [{ required: ['a'] }, { required: ['b'] }] }] });
    expect(option).not.toHaveProperty('required');
  });

  it('has a closed option open as well', () => {
    const options = marksOf({ oneOf: [{ properties: { a: {} }, additionalProperties: false }] });
    expect(options.map(({ additionalProperties }) => additionalProperties)).toEqual([false, true]);
  });

  it('marks nothing in a schema that decides nothing', () => {
    expect(
      marksOf({ properties: { a: { type: 'string', enum: ['x'] } }, allOf: [{ required: ['a'] }] }),
    ).toEqual([]);
  });
});
