import { expect, it } from 'vitest';
import { levelOf, lowest } from './level.ts';

const everySecond = (count: number, value: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => ({ atMs: at * 1000, value: value(at) }));

it('tells what grows by how much, and leaves out how it began', () => {
  const growing = levelOf(everySecond(4000, (at) => (at < 1000 ? 0 : 300 + at / 36)));
  expect(growing.perHour).toBeCloseTo(100);
  expect(growing.last - growing.first).toBeCloseTo(2000 / 36, 0);
  const level = levelOf(everySecond(4000, (at) => 300 + (at % 10)));
  expect(Math.abs(level.perHour)).toBeLessThan(level.give);
});

it('takes the least of each stretch', () => {
  expect(
    lowest(
      everySecond(4, (at) => 9 - at),
      2000,
    ),
  ).toEqual([
    { atMs: 1000, value: 8 },
    { atMs: 3000, value: 6 },
  ]);
});
