import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileTestForm } from '../../test/support/forms.ts';
import type { Condition, FormType } from '../model/types.ts';
import { evaluateCondition, type FactValues } from './condition.ts';
import { simplifyCondition } from './residual.ts';
import { findCommonSituation, findDimensions } from './situation-space.ts';

const [general] = compileTestForm().types;
const field = (name: string, more: object) => ({ name, ...more });
const item = { type: 'object', properties: { n: { type: 'integer' }, tick: { type: 'boolean' } } };
const type = {
  ...general,
  schema: { type: 'object', properties: { list: { type: 'array', items: item } } },
  fields: [
    field('list', { kind: 'json' }),
    ...['a', 'b', 'c'].map((name) => field(name, { kind: 'integer' })),
    ...['from', 'to'].map((name) => field(name, { kind: 'string', temporal: 'date' })),
    field('opens', { kind: 'string', temporal: 'time' }),
    field('word', { kind: 'string' }),
    field('choice', { kind: 'string', choices: ['x', 'y', 'z'] }),
    field('tick', { kind: 'boolean' }),
  ],
} as unknown as FormType;

const value = (name: string) => ({ var: `values.${name}` });
const operator = fc.constantFrom('==', '!=', '<', '<=', '>', '>=');
const number = fc.constantFrom('a', 'b', 'c').map(value);
const comparison = fc
  .tuple(operator, number, fc.oneof(number, fc.integer({ min: -2, max: 4 })))
  .map(([name, left, right]): Condition => ({ [name]: [left, right] }));
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    comparison,
    number,
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
    tie('condition').map((inner) => ({ '!': [inner] })),
  ),
}));

/** Every way in which three answers from far below the constants to far above them, or missing, can stand to each other. */
function someHold(wanted: Condition): boolean {
  const all = [undefined, ...Array.from({ length: 17 }, (_, index) => index - 7)];
  return all.some((a) =>
    all.some((b) => all.some((c) => evaluateCondition(wanted, { values: { a, b, c } }))),
  );
}

const each = fc.constant({ var: 'each.n' });
const ofItem = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Condition>({ var: 'each.tick' }, { '==': [{ var: 'each.tick' }, false] }),
    fc
      .tuple(operator, each, fc.oneof(fc.constant(value('a')), fc.integer({ min: 0, max: 2 })))
      .map(([name, left, right]): Condition => ({ [name]: [left, right] })),
    fc.array(tie('condition'), { minLength: 1, maxLength: 2 }).map((and) => ({ and })),
    tie('condition').map((inner) => ({ '!': [inner] })),
  ),
})).condition;
const ofList = fc
  .tuple(fc.constantFrom('some', 'all', 'none'), ofItem)
  .map(([name, asked]): Condition => ({ [name]: [value('list'), asked] }));
const aboutItems = fc
  .array(
    fc.oneof(
      ofList,
      ofList.map((inner): Condition => ({ '!': [inner] })),
      comparison,
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((and): Condition => ({ and }));

/** Lists of none, one and two of every item that the constants above can tell apart. */
const items = [undefined, -1, 0, 1, 2, 3].flatMap((n) =>
  [undefined, true, false].map((tick) => ({ n, tick })),
);
const lists = [[], ...items.map((one) => [one]), ...items.flatMap((one) => items.map((two) => [one, two]))];

/**
 * True if some of these lists, with some values of `a` and `b`, makes a condition true. Lists of two items
 * are enough.
 */
function someListHolds(wanted: Condition): boolean {
  return [undefined, -3, -2, -1, 0, 1, 2, 3, 4].some((a) =>
    [undefined, -1, 2].some((b) =>
      lists.some((list) => evaluateCondition(wanted, { values: { a, b, list } })),
    ),
  );
}

describe('what is asked of the items of a list', () => {
  it('is met wherever it can be, and by none where it cannot', () => {
    fc.assert(
      fc.property(aboutItems, (wanted) => {
        const found = findCommonSituation([wanted], [type]);
        if (found === 'none' || found === 'unknown') expect(someListHolds(wanted)).toBe(false);
        else expect(evaluateCondition(wanted, found)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('comes to the same whatever is known first', () => {
    const known = fc.subarray(['values.a', 'values.b', 'values.list']);
    fc.assert(
      fc.property(
        aboutItems,
        fc.constantFrom(...lists),
        fc.constantFrom(-1, 0, 2),
        known,
        (wanted, list, a, first) => {
          const all: Readonly<Record<string, unknown>> = {
            'values.a': a,
            'values.b': 1,
            'values.list': list,
          };
          const left = simplifyCondition(wanted, (fact) =>
            first.includes(fact) ? { value: all[fact] } : undefined,
          );
          expect(typeof left === 'boolean' ? left : evaluateCondition(left, all)).toBe(
            evaluateCondition(wanted, all),
          );
        },
      ),
    );
  });
});

describe('findCommonSituation', () => {
  it('finds a situation wherever there is one, and none where there is none', () => {
    fc.assert(
      fc.property(condition, (wanted) => {
        const found = findCommonSituation([wanted], [type]);
        if (found === 'none' || found === 'unknown') expect(someHold(wanted)).toBe(false);
        else expect(evaluateCondition(wanted, found)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  const time = fc.constantFrom('00:00', '08:15', '09:30', '23:59', '08:00Z', '09:30:00+02:00', '22:00Z');
  const aboutTimes = fc
    .array(fc.tuple(operator, time, fc.boolean()), { minLength: 1, maxLength: 4 })
    .map((asked) => ({
      and: asked.map(([name, constant, isTurned]): Condition => {
        const one = { [name]: [value('opens'), constant, 'time'] };
        return isTurned ? { '!': [one] } : one;
      }),
    }));
  const two = (count: number) => String(count).padStart(2, '0');
  const clocks = ['00:00', '00:01', '23:58', '23:59', '08:14', '08:15', '08:16', '09:29', '09:30', '09:31'];
  const offsets = Array.from({ length: 53 }, (_, index) => (index - 24) * 30).map(
    (minutes) =>
      `${minutes < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`,
  );
  const times = [undefined, ...clocks.flatMap((clock) => offsets.map((offset) => `${clock}:00${offset}`))];

  it('finds a time wherever somebody has one, by whichever clock', () => {
    fc.assert(
      fc.property(aboutTimes, (wanted) => {
        const found = findCommonSituation([wanted], [type]);
        const isMet = times.some((opens) => evaluateCondition(wanted, { values: { opens } }));
        if (found === 'none') expect(isMet).toBe(false);
        else expect(evaluateCondition(wanted, found as FactValues)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('tries times as answers have them, with seconds and an offset', () => {
    const [opens] = findDimensions([{ '<': [value('opens'), '09:30', 'time'] }], [type]);
    expect(opens?.values).toEqual(expect.arrayContaining(['09:29:00Z', '09:30:00Z', '09:31:00Z']));
    expect(opens?.values).not.toContain('09:30');
  });

  it('does not multiply what has nothing to do with each other', () => {
    const both = Array.from({ length: 40 }, (_, index) => ({
      or: [{ '==': [value('a'), index] }, { var: `values.q${index}` }],
    }));
    const found = findCommonSituation([{ and: both }], [type]);
    expect(typeof found === 'string' ? found : evaluateCondition({ and: both }, found)).toBe(true);
  });

  it.each([
    [
      'a day between two others',
      {
        and: [{ '<': ['2028-01-01', value('from'), 'date'] }, { '<': [value('from'), '2028-01-03', 'date'] }],
      },
      true,
    ],
    [
      'no day between two that follow each other',
      {
        and: [{ '<': ['2028-01-01', value('from'), 'date'] }, { '<': [value('from'), '2028-01-02', 'date'] }],
      },
      false,
    ],
    ['a start after an end', { '>': [value('from'), value('to'), 'date'] }, true],
    [
      'an end a month and a day on',
      { '>': [value('to'), { '+': [value('from'), 1, 'months'] }, 'date'] },
      true,
    ],
    ['a word before every other that is named', { '<': [value('word'), 'm'] }, true],
    ['a choice that there is not', { '==': [value('choice'), 'w'] }, false],
    ['a tick that is none', { '==': [value('tick'), false] }, true],
  ])('knows of %s', (_what, wanted, isPossible) => {
    expect(findCommonSituation([wanted], [type]) !== 'none').toBe(isPossible);
  });
});

describe('findDimensions', () => {
  it('tries both sides of a constant in the kind of its fact', () => {
    const [dates] = findDimensions([{ '>': [value('from'), '2028-01-01', 'date'] }], [type]);
    expect(dates?.values).toEqual(
      expect.arrayContaining([undefined, '2027-12-31', '2028-01-01', '2028-01-02']),
    );
    const [numbers] = findDimensions([{ '>': [value('a'), 5] }], [type]);
    expect(numbers?.values).toEqual(expect.arrayContaining([undefined, 4, 5, 6]));
  });
});

describe('simplifyCondition', () => {
  it('comes to what the whole condition comes to, however much is known at first', () => {
    const values = fc.record({
      a: fc.integer({ min: -2, max: 4 }),
      b: fc.integer({ min: -2, max: 4 }),
      c: fc.constant(undefined),
    });
    fc.assert(
      fc.property(condition, values, fc.subarray(['a', 'b', 'c']), (wanted, all, first) => {
        const left = simplifyCondition(wanted, (fact) => {
          const name = fact.slice('values.'.length);
          return first.includes(name) ? { value: all[name as keyof typeof all] } : undefined;
        });
        expect(typeof left === 'boolean' ? left : evaluateCondition(left, { values: all })).toBe(
          evaluateCondition(wanted, { values: all }),
        );
      }),
      { numRuns: 400 },
    );
  });
});
