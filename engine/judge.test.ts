import { describe, expect, it } from 'vitest';
import { compiledForm } from '../test/support/forms.ts';
import { judge } from './judge.ts';
import { resolve } from './resolve/resolve.ts';
import { problemOf } from './schema-problem.ts';
import { problemMessage } from './texts.ts';
import type { SchemaCheck, Situation, Values } from './types.ts';

const form = compiledForm();
const none: SchemaCheck = () => [];

function planOf(entered: Values, page: Situation['page'] = {}) {
  return resolve(form, {
    site: { id: 101, domain: 'd' },
    page,
    content: {
      offices: [{ id: 1, name: 'Poole', email: 'p@example.com', services: ['service'] }],
      enquiryTypes: [
        { id: 7, name: 'service' },
        { id: 8, name: 'valuation' },
      ],
      eventTitles: { state: 'ready', titles: [] },
    },
    locale: 'en',
    today: '2026-11-21',
    entered,
  });
}

describe('judge', () => {
  it('tells every field once, in the order of the fields', () => {
    const plan = planOf({ enquiry_type: 7, name: 'x'.repeat(101) });
    const check: SchemaCheck = () => [
      { keyword: 'required', instancePath: '', params: { missingProperty: 'message' } },
      { keyword: 'maxLength', instancePath: '/name', params: { limit: 100 } },
      { keyword: 'pattern', instancePath: '/name', params: {} },
    ];
    const problems = judge({ plan, check, submitted: plan.values });
    expect(problems.map(({ field, code }) => [field, code])).toEqual([
      ['office_location', 'required'],
      ['name', 'too-long'],
      ['email', 'required'],
      ['message', 'required'],
    ]);
  });

  it('refuses an office that is not offered, which the plan itself counts as empty', () => {
    const entered = { enquiry_type: 7, office_location: 99, name: 'A', email: 'a@b.c', message: 'm' };
    expect(judge({ plan: planOf(entered), check: none, submitted: entered })).toEqual([
      { field: 'office_location', code: 'not-offered' },
    ]);
  });

  it('refuses a type other than the one that the page shows', () => {
    const plan = planOf({ enquiry_type: 8 }, { inModal: true });
    expect(judge({ plan, check: none, submitted: { enquiry_type: 8 } })[0]).toEqual({
      field: 'enquiry_type',
      code: 'not-offered',
    });
    expect(judge({ plan, check: none, submitted: {} })[0]).toEqual({
      field: 'enquiry_type',
      code: 'required',
    });
  });

  it('does not judge what a field that is not shown would send', () => {
    const plan = planOf({}, { inModal: true });
    const submitted = { ...plan.values, name: 'A', office_location: 99 };
    expect(judge({ plan, check: none, submitted }).map(({ field }) => field)).not.toContain(
      'office_location',
    );
  });

  it('holds a year against the bounds of the day', () => {
    const codeOf = (year: string) =>
      judge({ plan: planOf({ enquiry_type: 8, year }), check: none, submitted: { enquiry_type: 8 } }).find(
        ({ field }) => field === 'year',
      )?.code;
    expect(['1899', '1900', '2027', '2028'].map(codeOf)).toEqual([
      'too-small',
      undefined,
      undefined,
      'too-large',
    ]);
  });

  it('refuses more photos than the limit', () => {
    const entered = { enquiry_type: 7, upload: ['a', 'b'] };
    expect(judge({ plan: planOf(entered), check: none, submitted: entered })).toContainEqual({
      field: 'upload',
      code: 'too-many',
      values: { limit: 1 },
    });
  });
});

describe('problemOf', () => {
  it('names a place inside a field, and a key that is missing there', () => {
    expect(
      problemOf({ keyword: 'required', instancePath: '/guests/0', params: { missingProperty: 'name' } }),
    ).toEqual([{ field: 'guests/0/name', code: 'required' }]);
  });

  it('says nothing of a finding that only echoes others', () => {
    expect(problemOf({ keyword: 'if', instancePath: '', params: { failingKeyword: 'then' } })).toEqual([]);
  });
});

describe('problemMessage', () => {
  it('prefers the text of the field to that of the code', () => {
    const plan = planOf({ enquiry_type: 7 });
    expect(problemMessage(form, plan, { field: 'email', code: 'required' })).toBe('Enter your email address');
  });
});
