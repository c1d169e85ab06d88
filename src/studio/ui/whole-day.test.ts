import { expect, it } from 'vitest';
import { isWholeDay } from './whole-day.ts';

it.each([
  { text: '2026-11-21', isUnfinished: false, isWhole: true },
  { text: '', isUnfinished: false, isWhole: true },
  { text: '', isUnfinished: true, isWhole: false },
  { text: '0002-11-21', isUnfinished: false, isWhole: false },
  { text: '122026-02-04', isUnfinished: false, isWhole: false },
  { text: '0202-11-21', isUnfinished: false, isWhole: false },
])('a day that is typed bit by bit: "$text", $isUnfinished', ({ text, isUnfinished, isWhole }) => {
  expect(isWholeDay(text, isUnfinished)).toBe(isWhole);
});
