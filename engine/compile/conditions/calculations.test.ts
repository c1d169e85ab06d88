import { describe, expect, it } from 'vitest';
import { createSampleDocuments } from '../../../test/support/sample-documents.ts';
import { compile } from '../index.ts';

const schema = {
  type: 'object',
  properties: {
    metres: { type: 'number' },
    rate: { type: 'number' },
    total: { type: 'number' },
    line: { type: 'string' },
    day: { type: 'string', format: 'date' },
    due: { type: 'string', format: 'date' },
    size: { type: 'string', enum: ['small', 'large'] },
    tick: { type: 'boolean' },
    crew: { type: 'array', items: { type: 'string' } },
  },
};

type Then = Readonly<Record<string, unknown>>;

function listReported(...thens: readonly Then[]): readonly string[] {
  const rules = thens.map((then, index) => ({ id: `rule-${index}`, then }));
  const compiled = compile(createSampleDocuments(schema, {}, { rules }));
  return compiled.ok ? [] : compiled.problems.map(({ pointer, reason }) => `${pointer} ${reason}`);
}

const [metres, rate, line, day] = ['metres', 'rate', 'line', 'day'].map((name) => ({
  var: `values.${name}`,
}));

describe('a calculation', () => {
  it('may be of another that the same rule gives', () => {
    const total = { '*': [{ var: 'values.rate' }, metres] };
    expect(listReported({ calculate: { rate: { '+': [metres, 1] }, total } })).toEqual([]);
  });

  it.each([
    { total: { '*': [metres, rate, 1.2] } },
    { total: { '/': [{ '-': [metres, 1] }, { '+': [rate, { var: 'values.crew.count' }] }] } },
    { total: { years: [day, { var: 'today' }] } },
    { total: metres },
    { line: { cat: [{ var: 'values.size' }, ' ', { '*': [metres, 2] }] } },
    { due: { '+': [day, 14, 'days'] } },
  ])('compiles: %j', (calculate) => {
    expect(listReported({ calculate })).toEqual([]);
  });

  it.each([
    [
      { total: { '*': [metres, line] } },
      '/then/calculate/total/* {"var":"values.line"} is a text, but a number is needed',
    ],
    [{ total: { cat: [metres, line] } }, '"total" is a number, but the result of the calculation is a text'],
    [{ line: { '+': [metres, rate] } }, '"line" is a text, but the result of the calculation is a number'],
    [{ total: { days: [day, metres] } }, 'is a number, but a date is needed'],
    [{ total: { '-': [metres] } }, '"-" needs two numbers'],
    [{ total: { '%': [metres, rate] } }, '"%" is not an operator of calculations'],
    [{ total: { '+': [metres, { var: 'values.crew' }] } }, '"values.crew.count" is the number of its items'],
    [{ total: { '+': [metres, { var: 'values.crews.count' }] } }, 'unknown fact "values.crews.count"'],
    [{ totals: { '+': [metres, rate] } }, 'unknown field "totals"'],
    [{ total: 7 }, '"total" would always be the same'],
    [{ tick: metres }, 'only numbers, texts and dates can be calculated'],
    [{ size: line }, 'chosen from a list and cannot be calculated'],
    [{ total: null }, 'it cannot be used in a calculation'],
  ])('is refused with its place and what to do: %j', (calculate, says) => {
    expect(listReported({ calculate })).toContainEqual(expect.stringContaining(says));
  });

  it('names the circle that it is part of', () => {
    const one = { calculate: { total: { '+': [rate, 1] } } };
    const other = { calculate: { rate: { '+': [{ var: 'values.total' }, 1] } } };
    expect(listReported(one, other)).toContainEqual(expect.stringContaining('total -> rate -> total'));
    expect(listReported({ calculate: { total: { '+': [{ var: 'values.total' }, 1] } } })).toContainEqual(
      expect.stringContaining('total -> total'),
    );
  });

  it('leaves nothing of the field to be answered, and is the only one', () => {
    const calculate = { total: metres };
    for (const effect of ['require', 'enable', 'disable', 'readonly'])
      expect(listReported({ calculate }, { [effect]: ['total'] })).toContainEqual(
        expect.stringContaining(`"${effect}" has no effect on it`),
      );
    expect(listReported({ calculate }, { preset: { total: 1 } })).toContainEqual(
      expect.stringContaining('"preset"'),
    );
    expect(listReported({ calculate }, { calculate: { total: rate } })).toContainEqual(
      expect.stringContaining('both set the calculation of "total"'),
    );
  });
});
