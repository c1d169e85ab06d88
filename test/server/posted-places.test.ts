import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCorpusSite, getCorpusPath, getSharedPath } from '../corpus/corpus.ts';
import { parseControls } from '../support/plain-form.ts';
import { type FormPage, fetchFormPage, findControlText, postForm } from '../support/posts.ts';
import { type RunningServer, startServer } from '../support/server.ts';

describe('what stands inside a field that is posted', () => {
  const text = { type: 'string' };
  /** A value at the same pointer in another form. */
  const otherDrive = {
    title: 'Drive',
    oneOf: [
      { type: 'object', title: 'Steam', properties: { power: text } },
      { type: 'object', title: 'Oars', properties: { pairs: text } },
    ],
  };
  const properties = {
    berth: {
      type: 'object',
      title: 'Berth',
      properties: { by: { title: 'By', enum: ['metre', 'name'] } },
      if: { properties: { by: { const: 'metre' } }, required: ['by'] },
      then: { properties: { size: { type: 'number', title: 'Size' } } },
      else: { properties: { size: { ...text, title: 'Size' } } },
    },
    drive: {
      title: 'Drive',
      oneOf: [
        { type: 'object', title: 'Motor', properties: { power: text, made: { ...text, title: 'Made by' } } },
        { type: 'object', title: 'Sail', properties: { masts: text, made: { ...text, title: 'Made by' } } },
      ],
    },
    craft: {
      type: 'object',
      title: 'Craft',
      properties: {
        kind: { title: 'Kind', enum: ['motor', 'sail'] },
        size: { title: 'Size' },
        made: { ...text, title: 'Made by' },
      },
      oneOf: [
        { title: 'Motor', properties: { kind: { const: 'motor' }, size: text }, required: ['kind'] },
        {
          title: 'Sail',
          properties: { kind: { const: 'sail' }, size: { type: 'number' } },
          required: ['kind'],
        },
      ],
    },
    boat: {
      type: 'object',
      title: 'Boat',
      properties: { 'former names': { type: 'array', title: 'Names', items: text } },
    },
  };
  const forms = Object.entries(properties).map(([key, schema]) => ({
    key,
    about: '',
    drawn: [],
    valid: [],
    invalid: [],
    schema: { type: 'object', properties: { [key]: schema, ...(key === 'craft' && { drive: otherDrive }) } },
  }));
  let own: RunningServer;
  beforeAll(async () => {
    own = await startServer({ ...createCorpusSite(forms), env: { SLIPWAY_RATE_LIMIT: 'off' } });
  });
  afterAll(() => own.stop());
  const posts = (key: string, texts: Readonly<Record<string, string>>) => {
    const type = Object.keys(properties).indexOf(key) + 1;
    return postForm(own.url, getCorpusPath(key), Object.entries({ enquiry_type: String(type), ...texts }));
  };

  it.each([
    ['metre', 2.5],
    ['name', '2.5'],
  ])('is read as the condition asks for that holds: %s', async (by, size) => {
    expect((await posts('berth', { 'berth[by]': by, 'berth[size]': '2.5' })).status).toBe(303);
    expect((await own.enquiries()).at(-1)?.values.berth).toEqual({ by, size });
  });

  it('is there in another branch that has it as well', async () => {
    const texts = { 'branch drive 0': '1', 'drive[power]': '40', 'drive[made]': 'Ann' };
    const chosen = await posts('drive', texts);
    expect(findControlText(chosen, 'drive[made]')).toBe('Ann');
    expect(chosen.html).not.toContain('name="drive[power]"');
  });

  it('is in the branches of its own form, where another form has branches at the same place', async () => {
    const go = (page: FormPage, texts: Readonly<Record<string, string>>) =>
      postForm(own.url, getSharedPath('drive'), [...page.hidden, ...Object.entries(texts)]);
    const opened = await fetchFormPage(own.url, getSharedPath('drive'));
    const motor = { enquiry_type: '2', 'branch drive 0': '1', 'drive[power]': '40' };
    const sail = await go(opened, motor);
    const left = { enquiry_type: '3', 'change-type': 'x', 'branch drive 1': '1', 'drive[masts]': '3' };
    const other = await go(sail, left);
    expect(parseControls(other).map(({ name }) => name)).toContain('branch drive 0');
    const oars = await go(other, { enquiry_type: '3', 'branch drive 0': '1', 'drive[power]': '9' });
    const steam = await go(oars, { enquiry_type: '3', 'branch drive 1': '0' });
    expect(findControlText(steam, 'drive[power]')).toBe('9');
    const back = await go(steam, { enquiry_type: '2', 'change-type': 'x', 'branch drive 0': '0' });
    expect(parseControls(back).map(({ name }) => name)).toContain('branch drive 1');
    const again = await go(back, { enquiry_type: '2', 'branch drive 1': '0' });
    expect(findControlText(again, 'drive[power]')).toBe('40');
  });

  it.each([
    ['0', { kind: 'motor', size: '2.5', made: 'Ann' }],
    ['1', { kind: 'sail', size: 2.5, made: 'Ann' }],
  ])('has one control where an object and its branch %s describe it', async (branch, craft) => {
    const drawn = await posts('craft', { [`branch craft ${branch === '0' ? '1' : '0'}`]: branch });
    const names = parseControls(drawn).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('craft['))).toEqual([
      'craft[made]',
      'craft[kind]',
      'craft[size]',
    ]);
    const texts = { 'craft[made]': 'Ann', 'craft[kind]': craft.kind, 'craft[size]': '2.5' };
    expect((await posts('craft', { [`branch craft ${branch}`]: branch, ...texts })).status).toBe(303);
    expect((await own.enquiries()).at(-1)?.values.craft).toEqual(craft);
  });

  it('grows in a list whose name has a space', async () => {
    const grown = await posts('boat', { 'change-list add boat/former names': 'Add' });
    expect(findControlText(grown, 'boat[former names][0]')).toBe('');
  });
});
