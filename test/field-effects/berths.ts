import { readFrozenDocuments } from '../support/forms.ts';

type Doc = Readonly<Record<string, unknown>>;

const isBerth = { '==': [{ var: 'values.kind' }, 'berth'] };

/** Rules for the fields of a harbour's form. */
const rules = [
  {
    id: 'berth',
    description: 'Who asks for a berth says how long she is, and reads which harbour it is.',
    when: isBerth,
    then: {
      show: ['length'],
      require: ['length'],
      readonly: ['harbour'],
      label: { message: 'berth-wishes' },
    },
  },
  {
    id: 'crane',
    description: 'A day is chosen for the crane alone.',
    when: { '==': [{ var: 'values.kind' }, 'crane'] },
    then: { enable: ['day'], hint: { day: 'crane-days' }, recipient: 'crane-desk' },
  },
];

/** Rules that read object properties and lists. */
const innerRules = [
  {
    id: 'wide',
    description: 'Of a boat that takes two berths the harbour has to be able to ring.',
    when: { '>': [{ var: 'values.boat.beam' }, 5.5] },
    then: { require: ['phone'] },
  },
  {
    id: 'crowded',
    description: 'A crew of four or more is told where they can sleep.',
    when: { '>=': [{ var: 'values.crew.count' }, 4] },
    then: { hint: { message: 'crew-ashore' } },
  },
  {
    id: 'not-before-built',
    description: 'A boat is not lifted before she is built.',
    then: { bound: { day: { minimum: { var: 'values.boat.built' } } } },
  },
];

/** Returns the frozen forms with berths and crane fields in the general type, plus `changes`. */
export function createBerthDocuments(changes: Doc = {}): Doc {
  const all = readFrozenDocuments();
  const schema = all['forms/general/schema.json'] as {
    readonly properties: Doc;
    readonly examples: readonly Doc[];
  };
  const { rules: others } = all['rules.json'] as { readonly rules: readonly Doc[] };
  const scenarios = all['scenarios.json'] as { readonly usual: Doc };
  return {
    ...all,
    'forms/general/schema.json': {
      ...schema,
      properties: {
        ...schema.properties,
        kind: { type: 'string', enum: ['berth', 'crane'] },
        harbour: { type: 'string', default: 'Poole' },
        length: { type: 'number', minimum: 2, maximum: 40 },
        day: { type: 'string', format: 'date' },
        skipper: { type: 'string', maxLength: 100 },
        boat: {
          type: 'object',
          properties: {
            make: { type: 'string', title: 'Make' },
            beam: { type: 'number', title: 'Beam', minimum: 0 },
            built: { type: 'string', format: 'date', title: 'Built' },
          },
        },
        crew: {
          type: 'array',
          items: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } },
        },
      },
    },
    'forms/general/ui.json': {
      'ui:order': ['office_location', 'kind', '*'],
      'ui:visitor': { name: 'skipper', email: 'email' },
    },
    'rules.json': { rules: [...others, ...rules, ...innerRules] },
    'scenarios.json': { ...scenarios, scenarios: berthScenarios },
    'texts/en.json': { ...(all['texts/en.json'] as Doc), ...texts },
    ...changes,
  };
}

const texts = {
  'fields.kind.label': 'What for?',
  'options.kind.berth': 'A berth',
  'options.kind.crane': 'The crane',
  'fields.harbour.label': 'Harbour',
  'fields.length.label': 'Length in metres',
  'fields.day.label': 'Day',
  'fields.skipper.label': 'Skipper',
  'fields.boat.label': 'Boat',
  'fields.crew.label': 'Crew',
  'crew-ashore': 'There are bunks in the harbour office',
  'berth-wishes': 'Your wishes for the berth',
  'crane-days': 'The crane works from Monday to Friday',
};

const berthScenarios = [
  {
    name: 'a wide boat with a large crew is asked for a telephone number',
    on: {
      type: 'general',
      office: 'palma',
      filledIn: true,
      entered: {
        kind: 'crane',
        phone: null,
        day: '2026-12-01',
        boat: { beam: 6, built: '2027-01-01' },
        crew: [{ name: 'A' }, { name: 'B' }, { name: 'C' }, { name: 'D' }],
      },
    },
    expect: {
      required: ['phone'],
      hints: { message: 'There are bunks in the harbour office' },
      bounds: { day: { minimum: '2027-01-01' } },
      problems: { phone: 'required', day: 'too-early' },
    },
  },
  {
    name: 'a small crew is told nothing',
    on: {
      type: 'general',
      office: 'palma',
      filledIn: true,
      entered: { phone: null, boat: { make: 'Alerion', beam: 5.5 }, crew: [{ name: 'A' }] },
    },
    expect: { optional: ['phone'], hints: { message: null }, problems: {} },
  },
  {
    name: 'a berth is asked for with its length, in the harbour that it is',
    on: { type: 'general', office: 'palma', filledIn: true, entered: { kind: 'berth', harbour: 'Cowes' } },
    expect: {
      shown: ['length'],
      required: ['length'],
      readonly: ['harbour'],
      disabled: ['day'],
      enabled: ['kind', 'length'],
      labels: { message: 'Your wishes for the berth' },
      sent: { harbour: 'Poole' },
      recipient: null,
      problems: { length: 'required' },
    },
  },
  {
    name: 'the crane is asked for with a day',
    on: {
      type: 'general',
      office: 'palma',
      filledIn: true,
      entered: { kind: 'crane', harbour: 'Cowes', day: '2026-12-01', length: 12, skipper: 'Gwen' },
    },
    expect: {
      hidden: ['length'],
      enabled: ['day', 'harbour'],
      hints: { day: 'The crane works from Monday to Friday' },
      sent: { harbour: 'Cowes', day: '2026-12-01', length: null },
      recipient: 'crane-desk',
      visitor: { name: 'Gwen' },
      problems: {},
    },
  },
];
