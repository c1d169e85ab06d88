import { describe, expect, it } from 'vitest';
import { createTestForm, createTestSituation, createTestValidators } from '#widgets/testing/forms.ts';
import { toSchemaCheck } from '#widgets/validators/validator-module.ts';
import { readPrefill } from './prefill.ts';

const schema = {
  properties: {
    boat_model: { type: 'string', maxLength: 20 },
    guests: { type: 'integer', minimum: 1, maximum: 12 },
    day: { type: 'string', format: 'date' },
    region: { type: 'string', enum: ['solent', 'baltic'] },
    skipper: { type: 'boolean' },
    mail: { type: 'string', format: 'email' },
    secret: { type: 'string' },
    notes: { type: 'string' },
    reason: { type: 'string' },
  },
};
const allowed = { 'ui:prefill': true };
const ui = {
  boat_model: allowed,
  guests: allowed,
  day: allowed,
  region: allowed,
  skipper: { ...allowed, 'ui:widget': 'radio' },
  mail: allowed,
  notes: allowed,
  reason: allowed,
};
const rules = {
  'rules.json': {
    rules: [
      { id: 'no-notes', description: 'Notes are hidden.', then: { hide: ['notes'] } },
      {
        id: 'reason-for-many',
        description: 'Many guests need a reason.',
        when: { '>': [{ var: 'values.guests' }, 6] },
        then: { show: ['reason'] },
      },
    ],
  },
};
const form = createTestForm(schema, ui, rules);
const module = createTestValidators(form)('sample');

function read(query: string) {
  return readPrefill({
    form,
    parameters: new URLSearchParams(query),
    getSituation: () => createTestSituation(form),
    findCheck: () => module && toSchemaCheck(module),
  });
}

describe('readPrefill', () => {
  it('reads a value of each kind as the visitor would have entered it', () => {
    expect(
      read('?boat_model=Kestrel+38&guests=4&day=2027-05-01&region=baltic&skipper=true&mail=a@example.com'),
    ).toEqual({
      boat_model: 'Kestrel 38',
      guests: 4,
      day: '2027-05-01',
      region: 'baltic',
      skipper: true,
      mail: 'a@example.com',
    });
  });

  it.each([
    ['a number with letters', 'guests=four'],
    ['a number beyond its limits', 'guests=13'],
    ['a choice that is not offered', 'region=atlantis'],
    ['a date in another notation', 'day=01.05.2027'],
    ['a date that does not exist', 'day=2027-02-30'],
    ['a text that is too long', `boat_model=${'x'.repeat(21)}`],
    ['no mail address', 'mail=nobody'],
    ['no yes or no', 'skipper=perhaps'],
    ['a blank value', 'boat_model=%20'],
    ['a field that does not allow it', 'secret=x'],
    ['a hidden field', 'notes=x'],
    ['a field that these answers do not show', 'reason=x&guests=2'],
    ['an array', 'boat_model[]=x'],
    ['a member of every object', '__proto__=x&constructor=x'],
    ['a value of 10 kB', `reason=${'x'.repeat(10_000)}&guests=8`],
  ])('ignores %s', (_what, query) => {
    expect(read(query)).not.toHaveProperty(query.split('=')[0] ?? '');
    if (!query.includes('&guests')) expect(read(query)).toEqual({});
  });

  it('keeps the other values', () => {
    expect(read('guests=13&boat_model=Kestrel')).toEqual({ boat_model: 'Kestrel' });
  });

  it('fills a field that another value of the link shows', () => {
    expect(read('reason=A+regatta&guests=8')).toEqual({ reason: 'A regatta', guests: 8 });
    expect(read('reason=A+regatta&guests=13')).toEqual({});
  });

  it('takes the first of several values, and text as text', () => {
    expect(read('boat_model=One&boat_model=Two')).toEqual({ boat_model: 'One' });
    expect(read('boat_model=%3Cscript%3E1%3C%2F')).toEqual({ boat_model: '<script>1</' });
    expect(read('boat_model=%E0%A4%A&guests=3')).toMatchObject({ guests: 3 });
  });

  it('reads a limited number of parameters', () => {
    const others = Array.from({ length: 500 }, (_, at) => `p${at}=1`).join('&');
    expect(read(`boat_model=One&${others}`)).toEqual({ boat_model: 'One' });
    expect(read(`${others}&boat_model=One`)).toEqual({});
  });

  it('reads nothing where no field allows it', () => {
    const plain = createTestForm(schema);
    const getSituation = () => {
      throw new Error('not needed');
    };
    expect(
      readPrefill({
        form: plain,
        parameters: [['boat_model', 'x']],
        getSituation,
        findCheck: () => undefined,
      }),
    ).toEqual({});
  });
});
