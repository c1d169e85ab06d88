import { describe, expect, it } from 'vitest';
import { choosePart, divideIntoParts } from './long-parts.ts';

const costs = { a: 390, b: 200, c: 190, d: 10, e: 5 };

describe('divideIntoParts', () => {
  it('makes parts of about equal cost, whatever the order of the files', () => {
    const parts = divideIntoParts(['e', 'a', 'd', 'c', 'b'], costs);
    expect(parts).toEqual([
      { files: ['a', 'd'], seconds: 400 },
      { files: ['b', 'c', 'e'], seconds: 395 },
    ]);
    expect(divideIntoParts(['b', 'c', 'd', 'a', 'e'], costs)).toEqual(parts);
  });

  it('counts a file without a recorded cost', () => {
    expect(divideIntoParts(['unknown'], {})).toEqual([{ files: ['unknown'], seconds: 10 }]);
  });
});

describe('choosePart', () => {
  it('takes a number as it is, and for a commit one of the parts', () => {
    expect(choosePart('3', 5)).toBe(3);
    expect(choosePart('rotate=00000007ab', 5)).toBe(3);
    expect(choosePart('rotate=', 5)).toBe(1);
  });
});
