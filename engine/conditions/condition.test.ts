import { describe, expect, it } from 'vitest';
import { evaluateCondition } from './condition.ts';

const facts = {
  page: { inModal: true, eventTitle: '' },
  today: '2026-11-21',
  'today.nextYear': 2027,
  values: {
    none: undefined,
    count: 0,
    guests: 12,
    name: 'Ada',
    start: '2028-01-31',
    end: '2028-02-29',
    office: 8001,
    opens: '09:30:00+01:00',
    moment: '2028-01-31T09:30:00-08:00',
    tags: ['a', 'b'],
  },
};
const value = (name: string) => ({ var: `values.${name}` });

describe('evaluateCondition', () => {
  it.each([
    ['an absent condition', undefined, true],
    ['a true fact', { var: 'page.inModal' }, true],
    ['an empty text', { var: 'page.eventTitle' }, false],
    ['0, which is an answer', value('count'), true],
    ['what is missing', value('none'), false],
    ['a negation', { '!': value('none') }, true],
    ['the same number', { '==': [value('guests'), 12] }, true],
    ['a number beside its digits', { '==': [value('guests'), '12'] }, false],
    ['another number', { '!=': [value('guests'), 12] }, false],
    ['a missing answer, which is not the same', { '!=': [value('none'), 12] }, true],
    ['two missing answers, which are the same', { '==': [value('none'), value('nothing')] }, true],
    ['an id, as a text', { '==': [value('office'), '8001', 'id'] }, true],
    ['an id in a list', { in: [value('office'), ['7', '8001'], 'id'] }, true],
    ['a text that is not in a list', { in: [value('name'), ['Ad', 'a']] }, false],
    ['a text within a text, which nothing searches', { in: ['Ad', value('name')] }, false],
    ['an item of a list', { in: ['b', value('tags')] }, true],
    ['less', { '<': [value('guests'), 13] }, true],
    ['at most', { '<=': [value('guests'), 12] }, true],
    ['more than itself', { '>': [value('guests'), 12] }, false],
    ['at least', { '>=': [value('guests'), 12] }, true],
    ['less than a text', { '<': [value('guests'), 'x'] }, false],
    ['a text before another', { '<': [value('name'), 'Bob'] }, true],
    ['nothing before something', { '<': [value('none'), 1] }, false],
    ['an empty text before something', { '<': [{ var: 'page.eventTitle' }, 'x'] }, false],
    ['something after nothing', { '>=': [1, value('none')] }, false],
    ['a day before another', { '<': [value('start'), '2028-02-01', 'date'] }, true],
    ['a text that is no day', { '>': [value('name'), '2028-02-01', 'date'] }, false],
    ['one answer before another', { '<': [value('start'), value('end'), 'date'] }, true],
    ['a time by its offset', { '==': [value('opens'), '08:30Z', 'time'] }, true],
    ['a time before another', { '<': [value('opens'), '08:31Z', 'time'] }, true],
    ['a time by the clock, where the other has no offset', { '>=': [value('opens'), '09:30', 'time'] }, true],
    ['a time after one of the clock', { '>': [value('opens'), '09:30', 'time'] }, false],
    ['the same time by the clock', { '==': [value('opens'), '09:30', 'time'] }, true],
    ['a moment by the clock', { '==': ['2028-01-31T09:30', value('moment'), 'date-time'] }, true],
    ['a moment by its offset', { '<': [value('moment'), '2028-01-31T09:30:00Z', 'date-time'] }, false],
    [
      'the day after tomorrow',
      { '==': [{ '+': [{ var: 'today' }, 2, 'days'] }, '2026-11-23', 'date'] },
      true,
    ],
    ['two weeks ago', { '==': [{ '+': [{ var: 'today' }, -2, 'weeks'] }, '2026-11-07', 'date'] }, true],
    [
      'a month on, at its last day',
      { '==': [{ '+': [value('start'), 1, 'months'] }, value('end'), 'date'] },
      true,
    ],
    ['eighteen years ago', { '>': [{ '+': [{ var: 'today' }, -18, 'years'] }, '2008-11-20', 'date'] }, true],
    [
      'a day away from what is missing',
      { '<': [{ '+': [value('none'), 1, 'days'] }, '2028-01-01', 'date'] },
      false,
    ],
    ['all of several', { and: [value('name'), value('none')] }, false],
    ['some of several', { or: [value('name'), value('none')] }, true],
  ])('of %s', (_what, condition, expected) => {
    expect(evaluateCondition(condition, facts)).toBe(expected);
  });
});
