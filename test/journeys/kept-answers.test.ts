import { describe } from 'vitest';
import type { JsonSchema } from '#engine';
import { type CorpusForm, corpusPath, corpusSite } from '../corpus/corpus.ts';
import { journeysOn } from '../support/journey.ts';
import { meetFates } from '../support/sends.ts';
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
        ...{ type: 'object', title: 'Motor', required: ['power'] },
        properties: { power: { type: 'number', title: 'Power' }, made: { type: 'string', title: 'Made by' } },
      },
      {
        ...{ type: 'object', title: 'Sail', required: ['masts'] },
        properties: {
          masts: { type: 'number', title: 'Masts', default: 1 },
          made: { type: 'string', title: 'Made by' },
        },
      },
    ],
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

const forms = Object.entries(properties).map(
  ([key, schema]): CorpusForm => ({
    ...{ key, about: key, drawn: [], valid: [], invalid: [] },
    schema: { type: 'object', properties: { [key]: schema } },
  }),
);

const it = journeysOn(corpusSite(forms));

/** Returns the values in the draft of the visitor's page. */
const draftOf = ({ page }: Visitor) =>
  page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('slipway:draft:'));
    return key === undefined ? undefined : JSON.parse(sessionStorage.getItem(key) ?? 'null').values;
  });

/** Returns the controls of the form, each with the value that it shows. */
const shownBy = ({ page }: Visitor) =>
  page.getByTestId('contact-form').evaluate((section) => {
    const controls = [...section.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), select')];
    return controls.map(({ name, id, value }) => `${name || id}: ${value}`);
  });

const chooses = async ({ page }: Visitor, field: string, branch: string) =>
  page.getByLabel(field).first().selectOption({ label: branch });

/** Enters something into the field of a form, and gives what its value is then. */
const entries: Readonly<Record<string, (visitor: Visitor) => Promise<unknown>>> = {
  async boat({ fills }) {
    await fills({ 'boat[colour]': 'red', 'boat[metres]': '12' });
    return { colour: 'red', metres: 12 };
  },
  async crew({ fills, page }) {
    await fills({ 'crew[0][name]': 'Ann' });
    await page.getByRole('button', { name: /^Add/ }).click();
    await fills({ 'crew[1][name]': 'Bea', 'crew[1][rank]': 'mate' });
    return [
      { name: 'Ann', rank: 'hand' },
      { name: 'Bea', rank: 'mate' },
    ];
  },
  async drive(visitor) {
    await chooses(visitor, 'Drive', 'Sail');
    await visitor.fills({ 'drive[masts]': '3' });
    return { masts: 3 };
  },
  async timbers({ fills, page }) {
    await page.getByRole('button', { name: /^Add/ }).click();
    await page.getByLabel('Name').fill('teak');
    await page.getByLabel('Name').blur();
    await fills({ 'timbers[teak]': 'v' });
    return { teak: 'v' };
  },
  async budget(visitor) {
    await chooses(visitor, 'Budget', 'Range');
    await visitor.fills({ budget: 'high' });
    return 'high';
  },
};

describe('what a visitor entered', () => {
  it.for(Object.entries(entries))(
    'is shown, kept and sent as it was after a reload: %s',
    async ([key, enter], { visitor, expect }) => {
      await visitor.visits(corpusPath(key));
      const entered = await enter(visitor);
      const shown = await shownBy(visitor);
      await visitor.reloads();
      await expect.poll(() => shownBy(visitor)).toEqual(shown);
      await expect.poll(() => draftOf(visitor)).toEqual({ [key]: entered });
      const sends = await meetFates(visitor);
      await visitor.sends();
      await visitor.sees('It has arrived');
      expect(sends[0]?.variables).toMatchObject({ [key]: entered });
    },
  );

  it('in one branch is there again after another was chosen, and what both have is the newer', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits(corpusPath('drive'));
    await chooses(visitor, 'Drive', 'Sail');
    await visitor.fills({ 'drive[masts]': '3', 'drive[made]': 'Ann' });
    await chooses(visitor, 'Drive', 'Motor');
    await visitor.fills({ 'drive[power]': '40', 'drive[made]': 'Bea' });
    await chooses(visitor, 'Drive', 'Sail');
    await expect
      .poll(() => visitor.holds('drive[masts]', 'drive[made]'))
      .toEqual({
        'drive[masts]': '3',
        'drive[made]': 'Bea',
      });
    await chooses(visitor, 'Drive', 'Motor');
    await expect.poll(() => visitor.control('drive[power]').inputValue()).toBe('40');
  });

  it('tells nothing of the branch that was chosen, which is drawn after a reload all the same', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits(corpusPath('drive'));
    await chooses(visitor, 'Drive', 'Sail');
    await visitor.fills({ 'drive[masts]': '', 'drive[made]': 'Ann' });
    const shown = await shownBy(visitor);
    await visitor.reloads();
    await expect.poll(() => shownBy(visitor)).toEqual(shown);
  });
});
