import { describe, expect, it } from 'vitest';
import type { KnownField, Translated } from './expression.ts';
import { parseScript, parseSurveyExpression } from './parse-expression.ts';
import { toCalculation } from './to-calculation.ts';
import { toCondition } from './to-condition.ts';
import { toSchemaCondition } from './to-schema.ts';

const fields: Readonly<Record<string, KnownField>> = {
  age: { fact: 'values.age', kind: 'number' },
  name: { fact: 'values.name', kind: 'text' },
  born: { fact: 'values.born', kind: 'date' },
  due: { fact: 'values.due', kind: 'date' },
  happy: { fact: 'values.happy', kind: 'boolean' },
  job: { fact: 'values.job', kind: 'text', choices: ['student', 'retired'] },
  sports: { fact: 'values.sports', kind: 'list', items: 'text', choices: ['sailing', 'rowing'] },
  boat: { fact: 'values.boat', kind: 'object' },
  'first name': { fact: 'values.first_name', kind: 'text' },
};
const findName = (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);

function translate(source: string): unknown {
  const expression = parseSurveyExpression(source);
  return getResult(expression.ok ? toCondition(expression.value, findName) : expression);
}

function translateScript(source: string): unknown {
  const expression = parseScript(source, 'show');
  return getResult(expression.ok ? toCondition(expression.value, findName) : expression);
}

function calculate(source: string): unknown {
  const expression = parseSurveyExpression(source);
  return getResult(expression.ok ? toCalculation(expression.value, findName) : expression);
}

/** Returns the value, or the reason as a text. */
function getResult(result: Translated<unknown>): unknown {
  return result.ok ? result.value : result.reason;
}

const fact = (name: string) => ({ var: `values.${name}` });

describe('toCondition of an expression of SurveyJS', () => {
  it.each([
    ['{age} >= 18', { '>=': [fact('age'), 18] }],
    ['18 <= {age}', { '>=': [fact('age'), 18] }],
    ["{age} = '18'", { '==': [fact('age'), 18] }],
    ['{first name} notempty', fact('first_name')],
    ['{first name} empty', { '!': fact('first_name') }],
    [
      "{job} = 'student' or {job} = 'retired'",
      { or: [{ '==': [fact('job'), 'student'] }, { '==': [fact('job'), 'retired'] }] },
    ],
    [
      "{age} > 1 and ({age} < 5 and {name} != 'x')",
      { and: [{ '>': [fact('age'), 1] }, { '<': [fact('age'), 5] }, { '!=': [fact('name'), 'x'] }] },
    ],
    ["!({job} = 'student')", { '!': { '==': [fact('job'), 'student'] } }],
    ["{sports} contains 'sailing'", { in: ['sailing', fact('sports')] }],
    [
      "{sports} anyof ['sailing', 'rowing']",
      { or: [{ in: ['sailing', fact('sports')] }, { in: ['rowing', fact('sports')] }] },
    ],
    [
      "{sports} allof ['sailing', 'rowing']",
      { and: [{ in: ['sailing', fact('sports')] }, { in: ['rowing', fact('sports')] }] },
    ],
    ["{job} anyof ['student', 'retired']", { in: [fact('job'), ['student', 'retired']] }],
    ['{happy} = true', { '==': [fact('happy'), true] }],
    ["{happy} = 'false'", { '==': [fact('happy'), false] }],
    ['{happy} notempty', { or: [{ '==': [fact('happy'), true] }, { '==': [fact('happy'), false] }] }],
    ['age({born}) >= 18', { '<=': [fact('born'), { '+': [{ var: 'today' }, -18, 'years'] }] }],
    ['age({born}) < 18', { '>': [fact('born'), { '+': [{ var: 'today' }, -18, 'years'] }] }],
    ['{due} > today(14)', { '>': [fact('due'), { '+': [{ var: 'today' }, 14, 'days'] }] }],
    ['{due} >= {born}', { '>=': [fact('due'), fact('born')] }],
    ["{born} = '2000-02-29'", { '==': [fact('born'), '2000-02-29'] }],
    ["{name} = 'it\\'s'", { '==': [fact('name'), "it's"] }],
  ])('writes %s', (source, condition) => {
    expect(translate(source)).toEqual(condition);
  });

  it.each([
    ['{nobody} = 1', 'there is no question "nobody"'],
    ["{name} contains 'a'", 'conditions do not search in texts'],
    ["{job} = 'pilot'", '"pilot" is none of the choices'],
    ["{age} = 'old'", '"old" is no number'],
    ['{age} + 1 > 3', '"+" calculates'],
    ['iif({age} > 1, true, false)', 'no function "iif"'],
    ['{boat} = 1', 'a group of answers can only be tested for being there'],
    ["{sports} = ['sailing']", 'conditions only ask what is among them'],
    ['1 = 1', 'it compares two constants'],
    ['true', 'it is always the same'],
    ['{age} >', 'is not understood'],
    ['{age', 'a "{" is never closed'],
    ["'open", 'a text is never closed'],
    ['', 'is not understood'],
    ['('.repeat(1000), 'it is nested too deeply'],
    ['{a}'.repeat(5000), 'longer than'],
    ["{name}.constructor.constructor('return process')()", 'is not understood'],
    ['constructor', 'it is always the same'],
    ['{__proto__} = 1', 'there is no question'],
  ])('says why it cannot write %s', (source, reason) => {
    expect(translate(source)).toContain(reason);
  });
});

describe('toCondition of a script of Form.io', () => {
  it.each([
    ['show = data.age > 18;', { '>': [fact('age'), 18] }],
    [
      "show = data.job === 'student' && data.age != 3",
      { and: [{ '==': [fact('job'), 'student'] }, { '!=': [fact('age'), 3] }] },
    ],
    ['show = !data.happy', { '!': fact('happy') }],
    ["return data.sports.includes('rowing')", { in: ['rowing', fact('sports')] }],
    ["// a comment\nshow = data.name !== '';", fact('name')],
  ])('writes %s', (source, condition) => {
    expect(translateScript(source)).toEqual(condition);
  });

  it.each([
    'show = window.location',
    "show = fetch('https://example.com')",
    'for (;;) {}',
    'show = data.age > 1; steal()',
    'show = (() => true)()',
    'show = eval("1")',
    'show = `x`',
  ])('never runs, and refuses, %s', (source) => {
    expect(typeof translateScript(source)).toBe('string');
  });
});

describe('toCalculation', () => {
  it.each([
    ['{age} * 2 + 1', { written: { '+': [{ '*': [fact('age'), 2] }, 1] }, gives: 'number' }],
    ["{name} + ' ' + {job}", { written: { cat: [fact('name'), ' ', fact('job')] }, gives: 'text' }],
    ['age({born})', { written: { years: [fact('born'), { var: 'today' }] }, gives: 'number' }],
    ["dateDiff({born}, {due}, 'days')", { written: { days: [fact('born'), fact('due')] }, gives: 'number' }],
    ['today(7)', { written: { '+': [{ var: 'today' }, 7, 'days'] }, gives: 'date' }],
  ])('writes %s', (source, calculation) => {
    expect(calculate(source)).toEqual(calculation);
  });

  it.each(['iif({age} > 1, 2, 3)', '{sports}', '{age} % 2', 'custom({age})', '{born} - {due}'])(
    'says why it cannot write %s',
    (source) => {
      expect(typeof calculate(source)).toBe('string');
    },
  );
});

describe('toSchemaCondition', () => {
  const inner: KnownField = { fact: 'age', kind: 'number' };
  const findField = (name: string) => (name === 'age' ? inner : undefined);

  it('writes limits, equality and presence', () => {
    expect(toSchemaCondition({ '<': [{ var: 'age' }, 18] }, findField)).toEqual({
      ok: true,
      value: { properties: { age: { exclusiveMaximum: 18 } }, required: ['age'] },
    });
    expect(toSchemaCondition({ '!': { var: 'age' } }, findField)).toEqual({
      ok: true,
      value: { not: { required: ['age'] } },
    });
  });

  it('refuses what is outside the list', () => {
    expect(toSchemaCondition({ '==': [{ var: 'values.name' }, 'x'] }, findField).ok).toBe(false);
  });
});
