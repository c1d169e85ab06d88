import { expect, it } from 'vitest';
import { intersectSchemas } from './intersect-schemas.ts';

it('two schemas together have a property of either by a name that every object inherits', () => {
  const text = { type: 'string' };
  const one = { properties: { constructor: text } };
  const other = { properties: { toString: text } };
  expect(intersectSchemas(one, other)).toEqual({ properties: { constructor: text, toString: text } });
});
