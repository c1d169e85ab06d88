import { describe, expect, it } from 'vitest';
import { compileTestForm, readFrozenDocuments } from '../../test/support/forms.ts';
import { completeDocuments } from '../documents/index.ts';
import type { Form, Situation, Values } from '../model/types.ts';
import { judgePlan } from './judge.ts';
import { resolve } from './resolve.ts';

const general = readFrozenDocuments()['forms/general/schema.json'] as {
  readonly properties: object;
};

const english = readFrozenDocuments()['texts/en.json'] as Readonly<Record<string, string>>;

/** The forms with these rules alone, and properties that the general type has besides. */
function formWith(rules: readonly object[], properties: object = {}): Form {
  return compileTestForm(
    readFrozenDocuments({
      'rules.json': {
        rules: rules.map((rule, index) => ({ id: `rule-${index}`, description: 'A rule.', ...rule })),
      },
      'scenarios.json': { scenarios: [] },
      'forms/general/schema.json': { ...general, properties: { ...general.properties, ...properties } },
    }),
  );
}

function planOf(form: Form, entered: Values = {}, content: Partial<Situation['content']> = {}) {
  const enquiryTypes = [3, 6, 7].map((id) => ({ id, name: `Type ${id}` }));
  return resolve(form, {
    site: { id: 101, domain: 'yard.example' },
    page: {},
    content: { offices: [], enquiryTypes, eventTitles: { state: 'ready', titles: [] }, ...content },
    locale: 'en',
    today: '2026-11-21',
    entered,
  });
}

function fieldOf(form: Form, name: string, entered: Values = {}) {
  const field = planOf(form, entered).fields.find((candidate) => candidate.name === name);
  if (!field) throw new Error(`no field "${name}"`);
  return field;
}

describe('limits of several rules', () => {
  const types = ['image/jpg', 'image/png', 'image/jpeg'];

  it('combine to the strictest, and to the types that all of them take', () => {
    const form = formWith([
      { then: { limit: { upload: { count: 3, bytes: 500, types: types.slice(0, 2) } } } },
      { then: { limit: { upload: { count: 1, bytes: 900, types: types.slice(1) } } } },
      { then: { limit: { upload: { timeoutMs: 30 } } } },
    ]);
    expect(fieldOf(form, 'upload', { enquiry_type: 7 }).limits).toEqual({
      count: 1,
      bytes: 500,
      types: ['image/png'],
      timeoutMs: 30,
    });
  });

  it('lower those of a signature, which is one picture without a rule, too', () => {
    const signature = { type: 'array', items: { type: 'string' } };
    const limit = { signed: { count: 5, types: ['image/png'], bytes: 1000 } };
    const form = compileTestForm(
      completeDocuments({
        'forms/sample/schema.json': {
          type: 'object',
          properties: { initials: signature, signed: signature },
        },
        'forms/sample/ui.json': {
          initials: { 'ui:widget': 'signature' },
          signed: { 'ui:widget': 'signature' },
        },
        'rules.json': { rules: [{ id: 'limit', description: 'Small pictures.', then: { limit } }] },
      }),
    );
    const enquiryTypes = [{ id: 1, name: 'Sample' }];
    const plan = planOf(form, { initials: ['photos/1', 'photos/2'] }, { enquiryTypes });
    expect(plan.fields.filter(({ limits }) => limits).map(({ name, limits }) => [name, limits])).toEqual([
      ['initials', expect.objectContaining({ count: 1, timeoutMs: 30_000 })],
      ['signed', { count: 1, types: ['image/png'], bytes: 1000, timeoutMs: 30_000 }],
    ]);
    expect(judgePlan({ plan, check: () => [], submitted: plan.values })).toMatchObject([
      { field: 'initials', code: 'too-many' },
    ]);
  });
});

describe('a rule that stands instead of another', () => {
  it('replaces it everywhere where it has no condition of its own', () => {
    const form = formWith([
      { id: 'phone', then: { require: ['phone'] } },
      { insteadOf: 'phone', then: { require: ['message'] } },
    ]);
    expect(fieldOf(form, 'phone').isRequired).toBe(false);
    expect(fieldOf(form, 'message').isRequired).toBe(true);
  });
});

describe('a field that rules show', () => {
  const boat = { boat: { type: 'string', title: 'Boat' } };
  const rules = [
    { id: 'afloat', when: { '==': [{ var: 'values.phone' }, '12345'] }, then: { show: ['boat'] } },
    { id: 'ashore', when: { '==': [{ var: 'values.phone' }, '54321'] }, then: { show: ['boat'] } },
  ];
  const form = formWith(rules, boat);

  it('is there where one of them holds, and nowhere else', () => {
    expect(fieldOf(form, 'boat', { phone: '12345' })).toMatchObject({
      visibility: 'shown',
      because: { visibility: ['afloat'] },
    });
    expect(fieldOf(form, 'boat', { phone: '1', boat: 'Kestrel' })).toMatchObject({
      visibility: 'hidden',
      because: { visibility: ['afloat', 'ashore'] },
    });
    expect(fieldOf(form, 'boat', { phone: '1', boat: 'Kestrel' }).value).toBeUndefined();
  });

  it('is not there where another rule hides it', () => {
    const hidden = formWith([...rules, { id: 'hiding', then: { hide: ['boat'] } }], boat);
    expect(fieldOf(hidden, 'boat', { phone: '12345' })).toMatchObject({
      visibility: 'hidden',
      because: { visibility: ['hiding'] },
    });
  });
});

describe('a preset that is emptied', () => {
  const rig = { rig: { type: 'string', title: 'Rig', enum: ['sloop', 'ketch'], default: 'ketch' } };
  const crew = {
    crew: { type: 'object', title: 'Crew', default: { cook: 'Ann' }, properties: { cook: {} } },
  };
  const form = formWith([{ then: { preset: { phone: '12345' } } }], { ...rig, ...crew });
  const valuesOf = (entered: Values) => {
    const { phone, rig: chosen, crew: all } = planOf(form, entered).values;
    return { phone, chosen, all };
  };

  it('is empty and no preset, whatever its widget leaves there', () => {
    expect(valuesOf({})).toEqual({ phone: '12345', chosen: 'ketch', all: { cook: 'Ann' } });
    const nothing = { phone: undefined, chosen: undefined, all: undefined };
    expect(valuesOf({ phone: null, rig: null, crew: null })).toEqual(nothing);
    expect(valuesOf({ phone: ' ', rig: '', crew: { cook: '' } })).toEqual(nothing);
  });

  it('comes back where something else than emptiness was entered that is not offered', () => {
    expect(valuesOf({ rig: 'yawl' }).chosen).toBe('ketch');
  });

  it('stays where nobody can see the field or answer it', () => {
    const fixed = formWith([{ then: { disable: ['rig'] } }, { then: { hide: ['crew'] } }], {
      ...rig,
      ...crew,
    });
    expect(planOf(fixed, { rig: null, crew: null }).values).toMatchObject({
      rig: 'ketch',
      crew: { cook: 'Ann' },
    });
  });
});

describe('a field that cannot be answered', () => {
  const country = { country: { type: 'string', title: 'Country', enum: ['GB', 'FR'] } };
  const preset = { id: 'usual', then: { preset: { country: 'GB' } } };
  const phoned = { var: 'values.phone' };

  it.each([
    ['readonly', { when: phoned, then: { readonly: ['country'] } }],
    ['disabled', { when: phoned, then: { disable: ['country'] } }],
    ['disabled', { when: { '!': phoned }, then: { enable: ['country'] } }],
  ])('is %s, holds its preset, and has what was entered back once it can be: %o', (fixed, rule) => {
    const form = formWith([preset, { id: 'fixing', ...rule }], country);
    const entered = { phone: '12345', country: 'FR' };
    expect(fieldOf(form, 'country', entered)).toMatchObject({
      fixed,
      value: 'GB',
      because: { fixed: ['fixing'] },
    });
    expect(fieldOf(form, 'country', { country: 'FR' })).toMatchObject({ value: 'FR' });
    expect(fieldOf(form, 'country', { country: 'FR' }).fixed).toBeUndefined();
  });

  it('is asked for by no rule, and by its schema still', () => {
    const fixing = { then: { disable: ['country'], require: ['country'], readonly: ['name'] } };
    const form = formWith([fixing], country);
    expect(fieldOf(form, 'country')).toMatchObject({ isRequired: false, because: { required: [] } });
    expect(fieldOf(form, 'name')).toMatchObject({ isRequired: true, fixed: 'readonly' });
  });

  it('is disabled where rules say both, and freed by no rule where its schema fixes it', () => {
    const both = formWith([{ then: { disable: ['country'] } }, { then: { readonly: ['country'] } }], country);
    expect(fieldOf(both, 'country').fixed).toBe('disabled');
    const fixed = { country: { ...country.country, readOnly: true, default: 'GB' } };
    const form = formWith([{ then: { enable: ['country'] } }], fixed);
    expect(fieldOf(form, 'country', { country: 'FR' })).toMatchObject({ fixed: 'readonly', value: 'GB' });
  });

  it('stays disabled where its documents disable it, though a rule makes it read-only', () => {
    const file = 'forms/general/ui.json';
    const ui = { ...(readFrozenDocuments()[file] as object), message: { 'ui:disabled': true } };
    const rule = { id: 'reading', description: 'A rule.', then: { readonly: ['message'] } };
    const form = compileTestForm(
      readFrozenDocuments({
        [file]: ui,
        'rules.json': { rules: [rule] },
        'scenarios.json': { scenarios: [] },
      }),
    );
    expect(fieldOf(form, 'message').fixed).toBe('disabled');
  });

  it('is not judged by what a program sends for it', () => {
    const plan = planOf(formWith([preset, { then: { readonly: ['country'] } }], country), { country: 'NO' });
    const problems = judgePlan({ plan, check: () => [], submitted: { enquiry_type: 3, country: 'NO' } });
    expect(problems.filter(({ field }) => field === 'country')).toEqual([]);
    expect(plan.values.country).toBe('GB');
  });
});

describe('texts that rules choose', () => {
  it('are those of the type, else of all; the field has its own where no rule holds', () => {
    const form = compileTestForm(
      readFrozenDocuments({
        'rules.json': {
          rules: [
            {
              id: 'abroad',
              description: 'd',
              when: { var: 'values.phone' },
              then: { label: { name: 'who' }, hint: { name: 'why', email: 'why' } },
            },
          ],
        },
        'scenarios.json': { scenarios: [] },
        'texts/en.json': { ...english, who: 'Skipper', why: 'Asked abroad', 'forms.general.why': 'For us' },
      }),
    );
    expect(fieldOf(form, 'name', { enquiry_type: 3, phone: '12345' })).toMatchObject({
      label: 'Skipper',
      hint: 'For us',
      because: { texts: ['abroad', 'abroad'] },
    });
    expect(fieldOf(form, 'email', { enquiry_type: 6, phone: '12345' }).hint).toBe('Asked abroad');
    expect(fieldOf(form, 'name', { enquiry_type: 3 })).toMatchObject({ label: english['fields.name.label'] });
  });
});

describe('what a field is by itself', () => {
  it('has the whole width where it chooses an office', () => {
    expect(fieldOf(compileTestForm(), 'office_location').definition.isWide).toBe(true);
  });

  it('knows the greatest length of its text', () => {
    expect(fieldOf(compileTestForm(), 'message').definition.maxLength).toBeGreaterThan(0);
  });
});

describe('a condition that compares', () => {
  const when = { '<': [{ var: 'values.guests' }, 5] };
  const form = formWith([{ when, then: { require: ['phone'] } }], {
    guests: { type: 'integer', title: 'Guests' },
  });

  it.each([
    [undefined, false],
    ['', false],
    ['4', true],
    ['5', false],
  ])('finds nothing less than a number in what is empty: %o', (guests, isRequired) => {
    expect(fieldOf(form, 'phone', { enquiry_type: 3, guests }).isRequired).toBe(isRequired);
  });
});

describe('values that a form without scripts posts', () => {
  const form = formWith([], {
    consent: { type: 'boolean', title: 'Consent' },
    depth: { type: 'number', title: 'Depth' },
  });

  it.each([
    ['consent', 'on', true],
    ['consent', 'true', true],
    ['consent', 'false', false],
    ['consent', 'yes', 'yes'],
    ['depth', '\u22121,5', -1.5],
    ['depth', '\u2013 2', '\u2013 2'],
  ])('are read as what the field holds: %s %o', (name, posted, value) => {
    expect(fieldOf(form, name, { enquiry_type: 3, [name]: posted }).value).toBe(value);
  });
});
