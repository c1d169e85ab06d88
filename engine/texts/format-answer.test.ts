import { describe, expect, it } from 'vitest';
import { type FieldPlan, type Json, type Plan, resolve, toSituation } from '#engine';
import { compileTestForm, readFrozenDocuments } from '../../test/support/forms.ts';
import { formatAnswer } from './format-answer.ts';

const general = readFrozenDocuments()['forms/general/schema.json'] as { readonly properties: object };
const boat = {
  type: 'object',
  properties: {
    make: { type: 'string', title: 'Make' },
    rig: { $ref: '#/$defs/rig' },
    insured: { type: 'boolean', title: 'Insured' },
    launched: { type: 'string', format: 'date', title: 'Launched' },
    builder: { type: 'string', title: 'Builder', examples: ['Alerion'] },
    goals: { type: 'array', title: 'Goals', uniqueItems: true, items: { enum: ['price', 'speed'] } },
    sails: {
      type: 'array',
      items: { type: 'object', properties: { cut: { enum: ['full'] }, area: { type: 'number' } } },
    },
  },
};
const form = compileTestForm(
  readFrozenDocuments({
    'forms/general/schema.json': {
      ...general,
      $defs: {
        rig: {
          title: 'Rig',
          oneOf: [
            { const: 's', title: 'Sloop' },
            { const: 'k', title: 'Ketch' },
          ],
        },
      },
      properties: { ...general.properties, boat },
    },
    'forms/general/ui.json': {
      boat: {
        sails: { 'ui:title': 'Sails' },
        builder: { 'ui:widget': 'select', 'ui:other': true },
        goals: { 'ui:widget': 'ranking' },
      },
    },
    'texts/de.json': {
      ...(readFrozenDocuments()['texts/de.json'] as object),
      'fields.boat.make.label': 'Werft',
      'fields.boat.sails.cut.label': 'Schnitt',
      'options.boat.sails.cut.full': 'Bauchig',
    },
  }),
);

function linesOf(value: Json, locale: string) {
  const situation = toSituation({
    site: { id: 101, domain: 'yard.example' },
    enquiryTypes: [{ id: 3, name: 'General' }],
    eventTitles: { state: 'ready', titles: [] },
    locale,
    today: '2026-11-22',
    entered: {},
  });
  const plan = resolve(form, situation);
  const field = plan.fields.find(({ name }) => name === 'boat');
  if (!field) throw new Error('there is no boat');
  return formatAnswer({ form, plan, locale }, field, value).split('\n');
}

describe('formatAnswer', () => {
  const value: Json = {
    make: 'Alerion',
    rig: 's',
    insured: true,
    sails: [{ cut: 'full', area: 20.5 }, { area: 9 }],
  };

  it('says what the texts of the language call it, else the UI schema, the schema, its name', () => {
    expect(linesOf(value, 'de')).toEqual([
      'Werft: Alerion',
      'Rig: Sloop',
      'Insured: Ja',
      'Sails:',
      '  - Schnitt: Bauchig',
      '    area: 20.5',
      '  - area: 9',
    ]);
    expect(linesOf(value, 'en').slice(0, 3)).toEqual(['Make: Alerion', 'Rig: Sloop', 'Insured: Yes']);
  });

  it.each([
    ['en-GB', 'Launched: 1 June 2030'],
    ['de', 'Launched: 1. Juni 2030'],
  ])('writes a day as %s does, and what is none as it is', (locale, line) => {
    expect(linesOf({ launched: '2030-06-01' }, locale)).toEqual([line]);
    expect(linesOf({ launched: 'soon' }, locale)).toEqual(['Launched: soon']);
  });

  it('adds what was sent only where two choices are called alike', () => {
    const option = (value: string, label: string) => ({ value, label });
    const field = { name: 'berth', options: [option('a', 'Quay'), option('b', 'Quay'), option('c', 'Pier')] };
    const words = (value: string) =>
      formatAnswer({ form, plan: { textLocale: 'en' } as Plan }, field as unknown as FieldPlan, value);
    expect(['a', 'c'].map(words)).toEqual(['Quay (a)', 'Pier']);
  });
});

it('formatAnswer numbers the choices of a ranking inside an object, in the digits of the language', () => {
  const goals = { goals: ['speed', 'price'] };
  expect(linesOf(goals, 'en')).toEqual(['Goals:', '  1. speed', '  2. price']);
  expect(linesOf(goals, 'ar-EG')).toEqual(['Goals:', '  ١. speed', '  ٢. price']);
});

it('formatAnswer has the label of "Other" until its text is typed', () => {
  expect(linesOf({ builder: 'slipway:other' }, 'en')).toEqual(['Builder: Other…']);
});

it('formatAnswer numbers the choices of a ranking', () => {
  const ranked = compileTestForm(
    readFrozenDocuments({
      'forms/general/schema.json': {
        ...general,
        properties: {
          ...general.properties,
          goals: { type: 'array', uniqueItems: true, items: { enum: ['price', 'speed'] } },
        },
      },
      'forms/general/ui.json': { goals: { 'ui:widget': 'ranking' } },
      'texts/en.json': {
        ...(readFrozenDocuments()['texts/en.json'] as object),
        'options.goals.price': 'Low price',
      },
    }),
  );
  const situation = toSituation({
    site: { id: 101, domain: 'yard.example' },
    enquiryTypes: [{ id: 3, name: 'General' }],
    eventTitles: { state: 'ready', titles: [] },
    locale: 'en',
    today: '2026-11-22',
    entered: {},
  });
  const plan = resolve(ranked, situation);
  const field = plan.fields.find(({ name }) => name === 'goals') as FieldPlan;
  expect(formatAnswer({ form: ranked, plan }, field, ['speed', 'price'])).toBe('1. speed\n2. Low price');
});
