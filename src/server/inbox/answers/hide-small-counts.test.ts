import { describe, expect, it } from 'vitest';
import { hideSmallCounts } from './hide-small-counts.ts';

const none = undefined;

describe('hideSmallCounts', () => {
  it.each([
    [
      [20, 7, 0],
      [20, 7, 0],
    ],
    // 55 of 56 people are not to tell what the last one has chosen.
    [
      [20, 7, 1, 0],
      [20, none, none, 0],
    ],
    [
      [20, 4, 3],
      [20, none, none],
    ],
    [
      [9, 2, 1],
      [none, none, none],
    ],
    [[3], [none]],
  ])('hides of %j what is small, and what would tell it', (counts, shown) => {
    const table = counts.map((count) => [count]);
    expect(hideSmallCounts(table, 5)).toEqual(shown.map((count) => [count]));
    expect(hideSmallCounts(table, 0)).toEqual(table);
  });

  it('hides groups by which a small count could be computed', () => {
    const table = [
      [30, 10, 18, 2],
      [30, 10, 8, 12],
      [7, 7, 0, 0],
      [1, 0, 0, 1],
    ];
    expect(hideSmallCounts(table, 5)).toEqual([
      [30, none, none, none],
      [30, 10, none, none],
      [none, none, 0, 0],
      [none, 0, 0, none],
    ]);
  });
});
