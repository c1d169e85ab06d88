import { expect, it } from 'vitest';
import { lowerSchema } from './lower-schema.ts';

it('keeps a required list beside a dependent schema of the same property', () => {
  const properties = { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } };
  const lower = (schema: object) =>
    JSON.stringify(
      lowerSchema({ type: 'object', properties, ...schema }, { nameOf: () => undefined } as never),
    );
  const asked = { properties: { c: { const: 'x' } } };
  const both = lower({ dependentRequired: { a: ['b'] }, dependentSchemas: { a: asked } });
  expect(both).not.toBe(lower({ dependentSchemas: { a: asked } }));
  expect(both).not.toBe(lower({ dependentRequired: { a: ['b'] } }));
  expect(lower({ dependencies: { a: ['b'] }, dependentSchemas: { a: asked } })).toBe(both);
});
