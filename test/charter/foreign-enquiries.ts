import type { Locator } from 'playwright-core';
import type { Json } from '#engine';
import { foreignSchemas } from '#widgets/testing/foreign-schemas.ts';
import { readRawDemoContent } from '../support/content.ts';
import { readFrozenDocuments } from '../support/forms.ts';

/** An enquiry type with a schema made without Slipway in mind, a visit, and the stored result. */
export interface ForeignEnquiry {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Fills in the form of a section. */
  readonly fills: (section: Locator) => Promise<void>;
  /** The stored values, without those that every enquiry has. */
  readonly arrives: Readonly<Record<string, Json>>;
}

/** Schemas with conditions at the root, about fields of the form. */
const rootSchemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'if, then and else at the root': {
    properties: { moored: { type: 'string', title: 'Moored', enum: ['ashore', 'afloat'] } },
    if: { properties: { moored: { const: 'afloat' } }, required: ['moored'] },
    then: { properties: { pontoon: { type: 'string', title: 'Pontoon' } }, required: ['pontoon'] },
    else: { properties: { shed: { type: 'integer', title: 'Shed' } } },
  },
  'oneOf at the root': {
    properties: { purpose: { type: 'string', title: 'Purpose', enum: ['race', 'cruise'] } },
    oneOf: [
      {
        title: 'Race',
        properties: { purpose: { const: 'race' }, crew: { type: 'integer', title: 'Crew', minimum: 2 } },
        required: ['purpose', 'crew'],
      },
      {
        title: 'Cruise',
        properties: {
          purpose: { const: 'cruise' },
          ports_of_call: { type: 'number', title: 'Ports of call' },
        },
        required: ['purpose'],
      },
    ],
  },
  'dependentRequired at the root': {
    properties: {
      trailer: { type: 'boolean', title: 'Trailer' },
      trailer_length: { type: 'number', title: 'Trailer length', exclusiveMinimum: 0 },
      trailer_note: { type: 'string', title: 'Trailer note' },
    },
    dependentRequired: { trailer_note: ['trailer_length'] },
  },
};

const tickBox = (section: Locator, label: string, at = 0) =>
  section.getByRole('textbox', { name: label, exact: true }).nth(at);
const fillList = (section: Locator, label: string) =>
  section.getByRole('combobox', { name: label, exact: true });
const pressButton = (section: Locator, label: string) =>
  section.getByRole('button', { name: label, exact: true }).click();

const visits: Readonly<Record<string, Pick<ForeignEnquiry, 'fills' | 'arrives'>>> = {
  'nested objects': {
    async fills(section) {
      await tickBox(section, 'Make').fill(' Alerion ');
      await tickBox(section, 'Power').fill('20,5');
    },
    arrives: { boat: { make: 'Alerion', engine: { power: 20.5 } } },
  },
  'lists of objects': {
    async fills(section) {
      await pressButton(section, 'Add Guest');
      await tickBox(section, 'First name').fill('Ada');
      await pressButton(section, 'Add Guest');
      await tickBox(section, 'First name', 1).fill('Grace');
      await tickBox(section, 'Age', 1).fill('85');
      await pressButton(section, 'Move Guest 2 up');
    },
    arrives: { guests: [{ first: 'Grace', age: 85 }, { first: 'Ada' }] },
  },
  'lists of texts and of choices': {
    async fills(section) {
      await pressButton(section, 'Add Port');
      await tickBox(section, 'Port 1').fill('Cowes');
      await section.getByLabel('sunday').check();
      await section.getByLabel('friday').check();
    },
    arrives: { ports: ['Cowes'], days: ['friday', 'sunday'] },
  },
  'a tuple': {
    async fills(section) {
      await tickBox(section, 'Latitude 1').fill('50.7');
      await tickBox(section, 'Longitude 2').fill('-1.5');
    },
    arrives: { position: [50.7, -1.5] },
  },
  'oneOf with a constant that tells': {
    async fills(section) {
      await fillList(section, 'Craft').selectOption('Motor yacht');
      await tickBox(section, 'Engines').fill('2');
    },
    arrives: { craft: { kind: 'motor', engines: 2 } },
  },
  'anyOf of types': {
    async fills(section) {
      await fillList(section, 'How to reach you').selectOption('Day and time');
      await section.getByLabel('Day', { exact: true }).fill('2026-12-01');
    },
    arrives: { reach: { day: '2026-12-01' } },
  },
  'if, then and else inside': {
    async fills(section) {
      await fillList(section, 'Paid').selectOption('yes');
      await tickBox(section, 'Where').fill('Malta');
    },
    arrives: { tax: { paid: 'yes', where: 'Malta' } },
  },
  'references and definitions': {
    async fills(section) {
      await tickBox(section.getByRole('group', { name: 'Outward' }), 'From').fill('Cowes');
      await tickBox(section.getByRole('group', { name: 'Home' }), 'From').fill('Cherbourg');
      await tickBox(section.getByRole('group', { name: 'Home' }), 'To').fill('Cowes');
    },
    arrives: { outward: { from: 'Cowes' }, home: { from: 'Cherbourg', to: 'Cowes' } },
  },
  'every format that has a control': {
    async fills(section) {
      await section.getByLabel('Day', { exact: true }).fill('2026-11-21');
      await tickBox(section, 'Mail').fill('a@example.com');
      await tickBox(section, 'Page').fill('https://example.com/');
      await tickBox(section, 'Host').fill('example.com');
    },
    arrives: {
      when: { day: '2026-11-21', mail: 'a@example.com', page: 'https://example.com/', host: 'example.com' },
    },
  },
  'enum, const and titled options': {
    async fills(section) {
      await fillList(section, 'Colour').selectOption('blue');
      await fillList(section, 'Cabins').selectOption('2');
      await fillList(section, 'Rig').selectOption('Ketch');
      await section.getByLabel('Insured').check();
    },
    arrives: { hull: { version: 2, colour: 'blue', cabins: 2, rig: 'k', insured: true } },
  },
  'patternProperties and further properties': {
    async fills(section) {
      await tickBox(section, 'Anchor').fill('CQR');
      await pressButton(section, 'Add Gear');
      await section.getByLabel('Name of the entry').fill('rope');
      await section.getByLabel('Name of the entry').blur();
      await tickBox(section, 'rope').fill('40 m');
    },
    arrives: { gear: { anchor: 'CQR', rope: '40 m' } },
  },
  'allOf and dependencies': {
    async fills(section) {
      await tickBox(section, 'Width').fill('4');
      await tickBox(section, 'Length').fill('12');
      await tickBox(section, 'Length').blur();
      await tickBox(section, 'Draught').fill('2');
    },
    arrives: { berth: { width: 4, length: 12, draught: 2 } },
  },
  'anything at all': {
    async fills(section) {
      await tickBox(section, 'Whatever').fill('this');
      await tickBox(section, 'Sometimes').fill('that');
    },
    arrives: { whatever: 'this', sometimes: 'that' },
  },
  'draft 07': {
    async fills(section) {
      await tickBox(section, 'jib').fill('12');
      await tickBox(section, 'main').fill('30');
      await tickBox(section, 'One 1').fill('left');
      await tickBox(section, 'Other 2').fill('right');
      await pressButton(section, 'Add Pair');
      await tickBox(section, 'More 3').fill('more');
    },
    arrives: { sails: { jib: 12, main: 30 }, pair: ['left', 'right', 'more'] },
  },
  'if, then and else at the root': {
    async fills(section) {
      await tickBox(section, 'Shed').fill('7');
      await fillList(section, 'Moored').selectOption('afloat');
      await tickBox(section, 'Pontoon').fill('B');
    },
    arrives: { moored: 'afloat', pontoon: 'B' },
  },
  'oneOf at the root': {
    async fills(section) {
      await fillList(section, 'Purpose').selectOption('race');
      await tickBox(section, 'Crew').fill('6');
    },
    arrives: { purpose: 'race', crew: 6 },
  },
  'dependentRequired at the root': {
    async fills(section) {
      await section.getByLabel('Trailer', { exact: true }).check();
      await tickBox(section, 'Trailer note').fill('Braked');
      await tickBox(section, 'Trailer note').blur();
      await tickBox(section, 'Trailer length').fill('7.25');
    },
    arrives: { trailer: true, trailer_length: 7.25, trailer_note: 'Braked' },
  },
};

/** Every schema of the corpus, with its own visit. */
export const foreignEnquiries: readonly ForeignEnquiry[] = Object.entries({
  ...foreignSchemas,
  ...rootSchemas,
}).map(([name, schema]) => {
  const visit = visits[name];
  if (visit === undefined) throw new Error(`The foreign schema "${name}" has no visit; write one`);
  return { name, schema, ...visit };
});

const firstId = 101;

export function getForeignId(at: number): number {
  return firstId + at;
}

/** Returns documents with each as an enquiry type that also asks for the visitor's address. */
export function createForeignDocuments(): Readonly<Record<string, unknown>> {
  const { enquiryTypes } = readFrozenDocuments()['enquiry-types.json'] as {
    readonly enquiryTypes: readonly unknown[];
  };
  const types = foreignEnquiries.map((_enquiry, at) => ({
    id: getForeignId(at),
    key: `foreign-${at}`,
    folder: `foreign-${at}`,
  }));
  const forms = foreignEnquiries.flatMap(({ schema }, at) => [
    [`forms/foreign-${at}/schema.json`, withVisitor(schema)],
    [`forms/foreign-${at}/ui.json`, { 'ui:submitLabel': 'send-message' }],
  ]);
  return {
    'enquiry-types.json': { enquiryTypes: [...enquiryTypes, ...types] },
    ...Object.fromEntries(forms),
  };
}

export function createForeignContent(): Readonly<Record<string, unknown>> {
  const raw = readRawDemoContent();
  const own = foreignEnquiries.map(({ name }, at) => ({
    id: getForeignId(at),
    name: `foreign-${at}`,
    names: { en: name },
  }));
  const pages = foreignEnquiries.map(({ name }, at) => ({
    path: `/foreign/${at}`,
    site: 101,
    title: name,
    placement: 'inline',
    enquiryTypes: [getForeignId(at)],
    contactForm: { thankYouHeading: 'It has arrived' },
  }));
  return {
    'enquiry-types.json': [...raw['enquiry-types.json'], ...own],
    'pages.json': [...raw['pages.json'], ...pages],
  };
}

function withVisitor(schema: ForeignEnquiry['schema']): Record<string, unknown> {
  const {
    $schema = 'https://json-schema.org/draft/2020-12/schema',
    required = [],
    properties,
    ...rest
  } = schema;
  return {
    $schema,
    type: 'object',
    ...rest,
    required: [...(required as readonly string[]), 'email'],
    properties: { ...(properties as object), email: { $ref: '../../fields.json#/$defs/email' } },
  };
}
