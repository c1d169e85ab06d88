import { describe, expect, it } from 'vitest';
import { compiledForm, documents } from '../../test/support/forms.ts';
import type { Form, Situation, Values } from '../types.ts';
import { resolve } from './resolve.ts';

const general = documents()['forms/general/schema.json'] as {
  readonly properties: object;
};

/** The forms with these rules alone, and properties that the general type has besides. */
function formWith(rules: readonly object[], properties: object = {}): Form {
  return compiledForm(
    documents({
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

describe('what a field is by itself', () => {
  it('has the whole width where it chooses an office', () => {
    expect(fieldOf(compiledForm(), 'office_location').definition.isWide).toBe(true);
  });

  it('knows the greatest length of its text', () => {
    expect(fieldOf(compiledForm(), 'message').definition.maxLength).toBeGreaterThan(0);
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
