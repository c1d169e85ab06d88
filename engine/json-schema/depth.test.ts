import { describe, expect, it } from 'vitest';
import { isTooDeep, maxDocumentDepth } from './depth.ts';

function nested(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { inner: value };
  return value;
}

describe('the depth of a JSON value', () => {
  it('is counted in lists and objects', () => {
    expect([nested(0), nested(1), nested(maxDocumentDepth)].map(isTooDeep)).toEqual([false, false, false]);
    expect(isTooDeep(nested(maxDocumentDepth + 1))).toBe(true);
  });

  it('breaks nothing, however great', () => {
    expect(isTooDeep(nested(200_000))).toBe(true);
  });
});
