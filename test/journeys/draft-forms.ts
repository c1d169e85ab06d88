import type { JsonSchema } from '#engine';
import { type CorpusForm, createCorpusSite } from '../corpus/corpus.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

const properties: Readonly<Record<string, JsonSchema>> = {
  boat: {
    type: 'object',
    title: 'Boat',
    properties: {
      colour: { type: 'string', title: 'Colour', default: 'white' },
      metres: { type: 'number', title: 'Metres' },
    },
  },
  crew: {
    type: 'array',
    title: 'Crew',
    minItems: 1,
    items: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name' },
        rank: { type: 'string', title: 'Rank', default: 'hand' },
      },
    },
  },
  drive: {
    title: 'Drive',
    oneOf: [
      {
        type: 'object',
        title: 'Motor',
        required: ['power'],
        properties: { power: { type: 'number', title: 'Power' }, made: { type: 'string', title: 'Made by' } },
      },
      {
        type: 'object',
        title: 'Sail',
        required: ['masts'],
        properties: {
          masts: { type: 'number', title: 'Masts', default: 1 },
          made: { type: 'string', title: 'Made by' },
        },
      },
    ],
  },
  sizes: {
    type: 'object',
    title: 'Sizes',
    properties: {
      numbers: { type: 'object', title: 'Numbers', additionalProperties: { type: 'number' } },
      either: {
        type: 'object',
        title: 'Either',
        additionalProperties: { oneOf: [{ type: 'string' }, { type: 'number' }] },
      },
    },
  },
  ports: {
    type: 'array',
    title: 'Ports',
    uniqueItems: true,
    items: { type: 'string', maxLength: 10, examples: ['Cowes', 'Poole'] },
  },
  timbers: { type: 'object', title: 'Timbers', additionalProperties: { type: 'string' } },
  budget: {
    title: 'Budget',
    oneOf: [
      { type: 'integer', title: 'Amount', minimum: 100 },
      { type: 'string', title: 'Range', enum: ['low', 'high'] },
    ],
  },
};

/** The UI schemas of the fields that have one. */
const ui: Readonly<Record<string, JsonSchema>> = {
  ports: { 'ui:widget': 'checkboxes', 'ui:other': true },
};

const forms = Object.entries(properties).map(
  ([key, schema]): CorpusForm => ({
    key,
    about: key,
    drawn: [],
    valid: [],
    invalid: [],
    schema: { type: 'object', properties: { [key]: schema } },
    ...(ui[key] && { ui: { [key]: ui[key] } }),
  }),
);

export const it = journeysOn(createCorpusSite(forms));

export const readDraftValues = ({ page }: Visitor) =>
  page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('slipway:draft:'));
    return key === undefined ? undefined : JSON.parse(sessionStorage.getItem(key) ?? 'null').values;
  });

export const readShownValues = ({ page }: Visitor) =>
  page.getByTestId('contact-form').evaluate((section) => {
    const controls = [...section.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), select')];
    return controls.map(({ name, id, value }) => `${name || id}: ${value}`);
  });

export const chooseBranch = async ({ page }: Visitor, field: string, branch: string) =>
  page.getByLabel(field).first().selectOption({ label: branch });
