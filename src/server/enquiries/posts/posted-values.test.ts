import { describe, expect, it } from 'vitest';
import { type JsonSchema, postNames } from '#engine';
import { compileTestForm } from '../../../../test/support/forms.ts';
import { createSampleDocuments } from '../../../../test/support/sample-documents.ts';
import { readHiddenValues, readPostedValues } from './posted-values.ts';

const form = compileTestForm(
  createSampleDocuments({
    type: 'object',
    properties: {
      rig: { type: 'string', title: 'Rig', enum: ['sloop', 'ketch'], default: 'ketch' },
      news: { type: 'boolean', title: 'News', default: true },
      ports: {
        type: 'array',
        title: 'Ports',
        items: { type: 'string', enum: ['Cowes', 'Poole'] },
        uniqueItems: true,
        default: ['Cowes'],
      },
      boat: { type: 'string', title: 'Boat' },
    },
  }),
);

function posted(texts: Readonly<Record<string, string>>, hidden: unknown) {
  const all = { enquiry_type: '1', ...texts, [postNames.otherValues]: JSON.stringify(hidden) };
  const entries = Object.entries(all).map(([name, text]) => [name, [text]] as const);
  return readPostedValues(form, { texts: new Map(entries), photos: [], refusedPhotos: [] }, 'en');
}

/** Returns what is read of texts that were posted to a form of some properties, without its enquiry type. */
function postedOf(
  properties: Readonly<Record<string, JsonSchema>>,
  texts: Readonly<Record<string, string>>,
  { locale = 'en', ui = {} }: { readonly locale?: string; readonly ui?: JsonSchema } = {},
) {
  const own = compileTestForm(createSampleDocuments({ type: 'object', properties }, ui));
  const entries = Object.entries({ enquiry_type: '1', ...texts }).map(
    ([name, text]) => [name, [text]] as const,
  );
  const { enquiry_type: _type, ...values } = readPostedValues(
    own,
    { texts: new Map(entries), photos: [], refusedPhotos: [] },
    locale,
  );
  return values;
}

describe('readPostedValues', () => {
  const presets = { rig: null, news: null, ports: null };

  it('empties what a page began with a preset and nothing was posted for', () => {
    expect(posted({ rig: '', boat: '' }, presets)).toEqual({
      enquiry_type: 1,
      rig: null,
      news: false,
      ports: null,
    });
  });

  it('takes what was posted before that', () => {
    const texts = { rig: 'sloop', news: 'true', ports: 'Poole', boat: 'Kestrel' };
    expect(posted(texts, presets)).toEqual({
      enquiry_type: 1,
      rig: 'sloop',
      news: 'true',
      ports: ['Poole'],
      boat: 'Kestrel',
    });
  });

  it('leaves alone what the page had no control for, and what is no field', () => {
    expect(posted({}, {})).toEqual({ enquiry_type: 1 });
    expect(posted({}, { stranger: null, constructor: null, enquiry_type: null })).toEqual({
      enquiry_type: 1,
    });
    expect(posted({}, 'null')).toEqual({ enquiry_type: 1 });
  });
});

describe('postedValues of what stands inside a field', () => {
  it.each([
    ['updown', 1.125],
    ['range', 1.125],
    ['hidden', 1.125],
    ['number', 1125],
  ])('reads a number of "%s" on a German page as its control writes it', (widget, number) => {
    const ui = { 'ui:widget': widget };
    const value = { type: 'number' } as const;
    const values = postedOf(
      {
        boat: { type: 'object', properties: { length: value } },
        hulls: { type: 'array', items: value },
        masts: { type: 'object', additionalProperties: value },
        drive: { oneOf: [{ type: 'string' }, { type: 'object', properties: { power: value } }] },
      },
      {
        'boat[length]': '1.125',
        'hulls[0]': '1.125',
        'masts[main]': '1.125',
        'branch drive 1': '1',
        'drive[power]': '1.125',
      },
      {
        locale: 'de',
        ui: {
          boat: { length: ui },
          hulls: { items: ui },
          masts: { additionalProperties: ui },
          drive: { oneOf: [{}, { power: { 'ui:options': { widget } } }] },
        },
      },
    );
    expect(values).toEqual({
      boat: { length: number },
      hulls: [number],
      masts: { main: number },
      drive: { power: number },
    });
  });

  const amount = { oneOf: [{ type: 'string' }, { type: 'number' }] } as const;

  it('reads the branch that was chosen, whatever the name of its place', () => {
    const properties = {
      boat: { type: 'object', properties: { 'hull length': amount } },
      masts: { type: 'object', additionalProperties: amount },
    };
    const chosen = (branch: string) => ({
      [`branch boat/hull length ${branch}`]: branch,
      'boat[hull length]': '2.5',
      [`branch masts/2024 ${branch}`]: branch,
      'masts[2024]': '2.5',
    });
    const values = (read: unknown) => ({ boat: { 'hull length': read }, masts: { 2024: read } });
    expect(postedOf(properties, chosen('0'))).toEqual(values('2.5'));
    expect(postedOf(properties, chosen('1'))).toEqual(values(2.5));
  });

  it.each([
    [['number', 'string'], '2.5', 2.5],
    [['number', 'string'], 'some', 'some'],
    [['string', 'number'], '2.5', '2.5'],
    [['null', 'integer', 'string'], '2', 2],
    [['boolean', 'string'], 'true', true],
  ])('reads for types %j, of which the first is drawn, %j as %j', (type, text, value) => {
    const properties = { boat: { type: 'object', properties: { size: { type } } } };
    expect(postedOf(properties, { 'boat[size]': text })).toEqual({ boat: { size: value } });
  });

  it('reads an entry by the schema of entries, also where it is called by a number, and takes names with brackets', () => {
    const entries = (type: string) => ({ type: 'object', additionalProperties: { type } });
    const properties = {
      berths: entries('integer'),
      masts: entries('string'),
      crew: { type: 'object', additionalProperties: entries('integer') },
    };
    const texts = {
      'berths[2024]': '5',
      'masts[a[b]]': 'x',
      'masts[c]d]': 'y',
      'masts[e/f]': 'z',
      'crew[g[h][i]': '1',
    };
    expect(postedOf(properties, texts)).toEqual({
      berths: { 2024: 5 },
      masts: { 'a[b]': 'x', 'c]d': 'y', 'e/f': 'z' },
      crew: { 'g[h': { i: 1 } },
    });
  });

  it('leaves an entry that has a name and no value, to be asked for', () => {
    const properties = { masts: { type: 'object', additionalProperties: { type: 'integer' } } };
    expect(postedOf(properties, { 'masts[main]': '' })).toEqual({ masts: { main: '' } });
  });
});

describe('readHiddenValues', () => {
  const boat = { type: 'object', title: 'Boat', properties: { name: { type: 'string', title: 'Name' } } };
  const when = {
    title: 'When',
    oneOf: [
      { type: 'string', title: 'Words' },
      { type: 'integer', title: 'Day' },
    ],
  };
  const own = compileTestForm(
    createSampleDocuments({ type: 'object', properties: { boat, when, rig: { type: 'string' } } }),
  );
  const waiting = (hidden: unknown) => {
    const texts = new Map([[postNames.otherValues, [JSON.stringify(hidden)]]]);
    return readHiddenValues(own, { texts, photos: [], refusedPhotos: [] });
  };

  it.each([{ when: 'in May' }, { when: 12 }, { boat: { name: 'Kestrel' }, rig: 'sloop' }])(
    'has what a page put there: %j',
    (hidden) => {
      expect(waiting(hidden)).toEqual(hidden);
    },
  );

  it('has nothing that no page has put there', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(30)}1${'}'.repeat(30)}`);
    expect(waiting({ boat: deep, rig: { a: 1 }, when: null, stranger: 'x', enquiry_type: 1 })).toEqual({});
  });
});
