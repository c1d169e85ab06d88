import { describe, expect, it } from 'vitest';
import { compileTestForm, readFrozenDocuments } from '../../test/support/forms.ts';
import { createAjv } from '../json-schema/ajv.ts';
import { simplifyErrors } from '../json-schema/branch-errors.ts';
import { toProblem } from '../json-schema/schema-problem.ts';
import type { JsonSchema, Plan, SchemaCheck, Situation, Values } from '../model/types.ts';
import { problemMessage } from '../texts/texts.ts';
import { judgePlan } from './judge.ts';
import { resolve } from './resolve.ts';

const form = compileTestForm();
const none: SchemaCheck = () => [];

function planOf(entered: Values, page: Situation['page'] = {}) {
  return resolve(form, situationOf(entered, page));
}

function situationOf(entered: Values, page: Situation['page'] = {}): Situation {
  return {
    site: { id: 101, domain: 'd' },
    page,
    content: {
      offices: [{ id: 1, name: 'Poole', email: 'p@example.com', services: ['service'] }],
      enquiryTypes: [
        { id: 3, name: 'general' },
        { id: 7, name: 'service' },
        { id: 8, name: 'valuation' },
      ],
      eventTitles: { state: 'ready', titles: [] },
    },
    locale: 'en',
    today: '2026-11-21',
    entered,
  };
}

describe('judgePlan', () => {
  it('tells every field once, in the order of the fields', () => {
    const plan = planOf({ enquiry_type: 7, name: 'x'.repeat(101) });
    const check: SchemaCheck = () => [
      { keyword: 'required', instancePath: '', params: { missingProperty: 'message' } },
      { keyword: 'maxLength', instancePath: '/name', params: { limit: 100 } },
      { keyword: 'pattern', instancePath: '/name', params: {} },
    ];
    const problems = judgePlan({ plan, check, submitted: plan.values });
    expect(problems.map(({ field, code }) => [field, code])).toEqual([
      ['office_location', 'required'],
      ['name', 'too-long'],
      ['email', 'required'],
      ['message', 'required'],
    ]);
  });

  it('tells what is wrong inside a field at the place of that field', () => {
    const plan = planOf({ enquiry_type: 7, office_location: 1 });
    const check: SchemaCheck = () => [{ keyword: 'type', instancePath: '/name/0', params: {} }];
    const problems = judgePlan({ plan, check, submitted: plan.values });
    expect(problems.map(({ field }) => field)).toEqual(['name', 'name/0', 'email', 'message']);
  });

  it('holds a date between a day and another answer', () => {
    const all = readFrozenDocuments();
    const schema = all['forms/general/schema.json'] as { properties: Record<string, unknown> };
    schema.properties.start = { title: 'Start', type: 'string', format: 'date' };
    schema.properties.end = { title: 'End', type: 'string', format: 'date' };
    const { rules } = all['rules.json'] as { rules: object[] };
    const tomorrow = { '+': [{ var: 'today' }, 1, 'days'] };
    const bound = { start: { minimum: tomorrow, maximum: { var: 'values.end' } } };
    rules.push({ id: 'in-time', description: 'd', then: { bound } });
    const dated = compileTestForm(all);
    const judgeEntered = (entered: Values) => {
      const plan = resolve(dated, situationOf({ enquiry_type: 3, ...entered }));
      const problems = judgePlan({ plan, check: none, submitted: plan.values });
      return problems
        .filter(({ field }) => field === 'start')
        .map((problem) => [problem.code, problemMessage(dated, plan, problem)]);
    };
    expect(judgeEntered({ start: '2026-11-21' })).toEqual([
      ['too-early', 'Enter a date from 22 November 2026 on: Start'],
    ]);
    expect(judgeEntered({ start: '2026-11-22' })).toEqual([]);
    expect(judgeEntered({ start: '2027-02-02', end: '2027-02-01' })).toEqual([
      ['too-late', 'Enter a date up to 1 February 2027: Start'],
    ]);
    expect(judgeEntered({ start: '2027-02-01', end: '2027-02-01' })).toEqual([]);
  });

  it('holds an answer to be the same as another', () => {
    const all = readFrozenDocuments();
    const schema = all['forms/general/schema.json'] as { properties: Record<string, unknown> };
    schema.properties.email_again = { title: 'Email, again', type: 'string', format: 'email' };
    const { rules } = all['rules.json'] as { rules: object[] };
    const bound = { email_again: { equals: { var: 'values.email' } } };
    rules.push({ id: 'again', description: 'd', then: { bound } });
    const asked = compileTestForm(all);
    const judgeEntered = (entered: Values) => {
      const plan = resolve(asked, situationOf({ enquiry_type: 3, ...entered }));
      const problems = judgePlan({ plan, check: none, submitted: plan.values });
      return problems
        .filter(({ field }) => field === 'email_again')
        .map((each) => problemMessage(asked, plan, each));
    };
    expect(judgeEntered({ email: 'ada@example.com', email_again: 'ada@example.org' })).toEqual([
      'Enter the same as before: Email, again',
    ]);
    expect(judgeEntered({ email: 'ada@example.com', email_again: 'ada@example.com ' })).toEqual([]);
    expect(judgeEntered({ email: 'ada@example.com' })).toEqual([]);
  });

  it('refuses an office that is not offered, which the plan itself counts as empty', () => {
    const entered = { enquiry_type: 7, office_location: 99, name: 'A', email: 'a@b.c', message: 'm' };
    expect(judgePlan({ plan: planOf(entered), check: none, submitted: entered })).toEqual([
      { field: 'office_location', code: 'not-offered' },
    ]);
  });

  it('refuses a type other than the one that the page shows', () => {
    const plan = planOf({ enquiry_type: 8 }, { inModal: true });
    expect(judgePlan({ plan, check: none, submitted: { enquiry_type: 8 } })[0]).toEqual({
      field: 'enquiry_type',
      code: 'not-offered',
    });
    expect(judgePlan({ plan, check: none, submitted: {} })[0]).toEqual({
      field: 'enquiry_type',
      code: 'required',
    });
  });

  it('does not judge what a field that is not shown would send', () => {
    const plan = planOf({}, { inModal: true });
    const submitted = { ...plan.values, name: 'A', office_location: 99 };
    expect(judgePlan({ plan, check: none, submitted }).map(({ field }) => field)).not.toContain(
      'office_location',
    );
  });

  it('holds a year against the bounds of the day', () => {
    const codeOf = (year: string) =>
      judgePlan({
        plan: planOf({ enquiry_type: 8, year }),
        check: none,
        submitted: { enquiry_type: 8 },
      }).find(({ field }) => field === 'year')?.code;
    expect(['1899', '1900', '2027', '2028'].map(codeOf)).toEqual([
      'too-small',
      undefined,
      undefined,
      'too-large',
    ]);
  });

  it('reads a decimal comma where it holds a number against bounds', () => {
    const codeOf = (year: string) =>
      judgePlan({
        plan: planOf({ enquiry_type: 8, year }),
        check: none,
        submitted: { enquiry_type: 8 },
      }).find(({ field }) => field === 'year')?.code;
    expect(['1899,9', '1900,5', '2027,5'].map(codeOf)).toEqual(['too-small', undefined, 'too-large']);
  });

  it('takes the id of a type as a text, as a post without scripts has it', () => {
    const plan = planOf({ enquiry_type: '8' });
    const problems = judgePlan({ plan, check: none, submitted: { enquiry_type: '8' } });
    expect(problems.map(({ field }) => field)).not.toContain('enquiry_type');
  });

  it.each([' ', '', null])('calls a choice that is blank missing, not wrong: %o', (blank) => {
    const plan = planOf({ enquiry_type: 7, office_location: blank });
    expect(
      judgePlan({ plan, check: none, submitted: { enquiry_type: 7, office_location: blank } }),
    ).toContainEqual({
      field: 'office_location',
      code: 'required',
    });
  });

  it('refuses more photos than the limit', () => {
    const entered = { enquiry_type: 7, upload: ['a', 'b'] };
    expect(judgePlan({ plan: planOf(entered), check: none, submitted: entered })).toContainEqual({
      field: 'upload',
      code: 'too-many',
      values: { limit: 1 },
    });
  });
});

/** Returns the problems of a value of the field `craft`: field, code, and limit or branches. */
function heard(craft: JsonSchema, value: unknown): readonly unknown[] {
  const schema = { type: 'object', properties: { craft } };
  const check = createAjv('2020-12').compile(schema);
  check({ craft: value });
  return simplifyErrors(check.errors ?? [], schema)
    .map(toProblem)
    .map(({ field, code, values, branches }) =>
      [field, code, values?.limit ?? branches].filter((part) => part !== undefined),
    );
}

describe('toProblem', () => {
  it('names a place inside a field, and a key that is missing there', () => {
    const error = { keyword: 'required', instancePath: '/guests/0', params: { missingProperty: 'name' } };
    expect(toProblem(error)).toEqual({ field: 'guests/0/name', code: 'required' });
  });

  it('calls a text that has to hold something, and holds nothing, missing', () => {
    const codeOf = (limit: number) =>
      toProblem({ keyword: 'minLength', instancePath: '/name', params: { limit } }).code;
    expect([1, 2].map(codeOf)).toEqual(['required', 'too-short']);
  });

  it('reads the place of a property whose name has a slash or a tilde', () => {
    const fieldOf = (instancePath: string) => toProblem({ keyword: 'type', instancePath, params: {} }).field;
    expect(['/a~01', '/a~1b', '/a~0b'].map(fieldOf)).toEqual(['a~1', 'a/b', 'a~b']);
  });

  it('says something of a keyword that nobody has heard of', () => {
    expect(toProblem({ keyword: 'new', instancePath: '/name', params: {} })).toEqual({
      field: 'name',
      code: 'not-allowed',
    });
  });

  it.each<[string, JsonSchema, unknown, readonly unknown[]]>([
    ['items', { prefixItems: [true, true], items: false }, [1, 2, 'x'], ['craft', 'too-many', 2]],
    ['unevaluatedItems', { prefixItems: [true], unevaluatedItems: false }, [1, 2], ['craft', 'too-many', 1]],
    [
      'formatMinimum',
      { format: 'date', formatMinimum: '2026-01-01' },
      '1999-01-01',
      ['craft', 'too-early', '2026-01-01'],
    ],
    [
      'formatExclusiveMaximum',
      { format: 'date', formatExclusiveMaximum: '2026-01-01' },
      '2026-01-01',
      ['craft', 'too-late', '2026-01-01'],
    ],
    ['contains', { contains: { const: 1 } }, ['x', 'y'], ['craft', 'missing-choice', 1]],
    ['maxContains', { contains: { const: 1 }, maxContains: 1 }, [1, 1], ['craft', 'wrong-count', 1]],
    ['propertyNames', { propertyNames: { maxLength: 1 } }, { ab: 1 }, ['craft/ab', 'wrong-name']],
    ['unevaluatedProperties', { unevaluatedProperties: false }, { a: 1 }, ['craft/a', 'unknown-field']],
    ['enum of a tick', { enum: [true] }, false, ['craft', 'not-accepted']],
    ['not', { not: { const: 1 } }, 1, ['craft', 'not-allowed']],
  ])('hears of %s', (_keyword, schema, value, problem) => {
    expect(heard(schema, value)).toEqual([problem]);
  });

  const sail = {
    title: 'Sail',
    type: 'object',
    properties: { kind: { const: 'sail' }, mast: { type: 'number' } },
    required: ['kind', 'mast'],
  };
  const motor = {
    title: 'Motor',
    type: 'object',
    properties: { kind: { const: 'motor' } },
    required: ['kind'],
  };

  it('tells of the branch that was meant, and of no other', () => {
    expect(heard({ oneOf: [motor, sail] }, { kind: 'sail', mast: 'high' })).toEqual([
      ['craft/mast', 'wrong-type'],
    ]);
    expect(heard({ oneOf: [motor, sail] }, { kind: 'sail' })).toEqual([['craft/mast', 'required']]);
  });

  it('names the branches where none was meant, and those that were where there are several', () => {
    expect(heard({ anyOf: [sail, motor] }, 7)).toMatchObject([
      ['craft', 'no-branch', [{ title: 'Sail' }, { title: 'Motor' }]],
    ]);
    const either = [{ required: ['phone'] }, { required: ['email'] }];
    const named = [{ fields: ['craft/phone'] }, { fields: ['craft/email'] }];
    expect(heard({ anyOf: either }, { a: 1 })).toEqual([['craft', 'no-branch', named]]);
    expect(heard({ oneOf: either }, { phone: 1, email: 1 })).toEqual([['craft', 'several-branches', named]]);
  });

  it('names no branch that has no name', () => {
    expect(heard({ anyOf: [{ type: 'string' }, { type: 'integer' }] }, true)).toEqual([
      ['craft', 'not-allowed'],
    ]);
  });

  it('finds the branch that was meant through references', () => {
    const schema = {
      type: 'object',
      $defs: {
        port: { type: 'string', minLength: 3 },
        leg: { type: 'object', properties: { from: { $ref: '#/$defs/port' } } },
      },
      properties: {
        craft: {
          anyOf: [
            { type: 'string', title: 'A sentence' },
            { $ref: '#/$defs/leg', title: 'A leg' },
          ],
        },
      },
    };
    const check = createAjv('2020-12').compile(schema);
    check({ craft: { from: 'X' } });
    expect(
      simplifyErrors(check.errors ?? [], schema)
        .map(toProblem)
        .map(({ field, code }) => [field, code]),
    ).toEqual([['craft/from', 'too-short']]);
  });
});

describe('problemMessage', () => {
  it('prefers the text of the field to that of the code', () => {
    const plan = planOf({ enquiry_type: 7 });
    expect(problemMessage(form, plan, { field: 'email', code: 'required' })).toBe('Enter your email address');
  });

  it('names branches and dates as the language does', () => {
    const plan = planOf({ enquiry_type: 7 });
    const branches = [{ fields: ['phone'] }, { fields: ['name', 'email'] }, { title: 'A letter' }];
    expect(problemMessage(form, plan, { field: 'phone', code: 'no-branch', branches })).toBe(
      'Fill in one of these: Phone number, Name and Email address or A letter',
    );
    const late = { field: 'message', code: 'too-late', values: { limit: '2026-01-31' } } as const;
    expect(problemMessage(form, plan, late)).toBe('Enter a date up to 31 January 2026: Message');
  });
});

describe('judge of what the whole schema says', () => {
  it('tells a field of it, the first that is named, for nothing else is on the page', () => {
    const plan = planOf({ enquiry_type: 7, name: 'A', email: 'a@b.c', message: 'm', office_location: 1 });
    const schema = { ...plan.type?.schema, anyOf: [{ required: ['hin_number'] }, { required: ['phone'] }] };
    const check = createAjv('2020-12').compile(schema);
    const whole = { ...plan, type: { ...plan.type, schema } as Plan['type'] } as Plan;
    const problems = judgePlan({
      plan: whole,
      check: (values) => (check(values) ? [] : simplifyErrors(check.errors ?? [], schema)),
      submitted: plan.values,
    });
    expect(problems).toMatchObject([{ code: 'no-branch', field: expect.stringMatching(/phone|hin_number/) }]);
  });
});
