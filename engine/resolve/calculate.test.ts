import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shiftDate } from '../model/compare-values.ts';
import type { FieldDefinition } from '../model/types.ts';
import { calculateValue } from './calculate.ts';

function field(more: Partial<FieldDefinition>): FieldDefinition {
  return { name: 'f', kind: 'number', widget: 'output', ...more } as FieldDefinition;
}

const facts = {
  today: '2027-03-31',
  values: { a: 0.1, b: 0.2, none: undefined, word: 'x', day: '2000-02-29' },
};
const [a, b, none, word] = ['a', 'b', 'none', 'word'].map((name) => ({ var: `values.${name}` }));

describe('calculateValue', () => {
  it.each([
    [{ add: [a, b] }, 0.3],
    [{ '-': [a, a] }, 0],
    [{ '/': [a, { '-': [b, b] }] }, undefined],
    [{ '*': [1e308, 10] }, undefined],
    [{ add: [a, none] }, undefined],
    [{ add: [a, word] }, undefined],
    [{ cat: [word, ' ', a] }, 'x 0.1'],
    [{ cat: [word, none] }, undefined],
    [{ years: [{ var: 'values.day' }, { var: 'today' }] }, 27],
    [{ months: [{ var: 'today' }, '2027-04-30'] }, 1],
    [{ months: ['2027-04-30', { var: 'today' }] }, -1],
    [{ days: [word, '2027-04-30'] }, undefined],
  ])('of %j gives %j', (expression, value) => {
    expect(
      calculateValue(field({ kind: typeof value === 'string' ? 'string' : 'number' }), expression, facts),
    ).toBe(value);
  });

  it.each([
    [{ multipleOf: 0.01 }, 1.005, 1.01],
    [{ multipleOf: 0.01 }, -1.005, -1.01],
    [{ kind: 'integer' as const }, 2.5, 3],
    [{ kind: 'integer' as const }, -0.4, 0],
    [{ multipleOf: 25 }, 37.5, 50],
  ])('rounds to what the schema asks for: %j', (more, number, rounded) => {
    expect(calculateValue(field(more), { '*': [number, 1] }, facts)).toBe(rounded);
  });

  it('counts as many months and years as a day can be shifted by without passing another', () => {
    const day = fc
      .integer({ min: 0, max: 40_000 })
      .map((count) => new Date(count * 86_400_000).toISOString().slice(0, 10));
    fc.assert(
      fc.property(
        day,
        day,
        fc.constantFrom('days' as const, 'months' as const, 'years' as const),
        (one, other, unit) => {
          const [from = '', to = ''] = [one, other].sort();
          const count = Number(calculateValue(field({}), { [unit]: [from, to] }, {}));
          expect((shiftDate(from, { count, unit }) ?? '') <= to).toBe(true);
          expect((shiftDate(from, { count: count + 1, unit }) ?? '') > to).toBe(true);
          expect(calculateValue(field({}), { [unit]: [to, from] }, {})).toBe(count === 0 ? 0 : -count);
        },
      ),
    );
  });
});
