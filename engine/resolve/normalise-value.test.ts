import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '../model/types.ts';
import { toEntryKey } from '../texts/entry-names.ts';
import { normaliseValue } from './normalise-value.ts';

const json = { name: 'a', kind: 'json', widget: 'array' } as FieldDefinition;

describe('normaliseValue', () => {
  it('takes an item that a page left out as it is once it has travelled', () => {
    const inPage = [undefined, 'x'];
    const onServer: unknown = JSON.parse(JSON.stringify(inPage));
    expect(normaliseValue(json, inPage)).toEqual(['', 'x']);
    expect(normaliseValue(json, onServer)).toEqual(['', 'x']);
    expect(normaliseValue(json, [{ a: ' ' }, 'x'])).toEqual([{}, 'x']);
  });

  it.each([[[]], [['', ' ']], [[{}, { a: '' }]], [[undefined]], [[null]], [[[], [['']]]]])(
    'takes %j for no answer: nothing stands in it',
    (list) => {
      expect(normaliseValue(json, list)).toBeUndefined();
      expect(normaliseValue(json, { inner: list, other: 1 })).toEqual({ other: 1 });
    },
  );
});

describe('a number that its control writes, or that is a choice,', () => {
  const field = (more: Partial<FieldDefinition>) =>
    ({ name: 'a', kind: 'number', ...more }) as FieldDefinition;

  it.each(['updown', 'range', 'hidden', 'select', 'radio'] as const)(
    'has its decimal point on a German page as well, in "%s"',
    (widget) => {
      expect(normaliseValue(field({ widget }), '1.125', { locale: 'de' })).toBe(1.125);
    },
  );

  it('is that choice where it is chosen from a list that a condition gives', () => {
    expect(
      normaliseValue(field({ widget: 'number', branchChoices: [1.125, 2] }), '1.125', { locale: 'de' }),
    ).toBe(1.125);
  });

  it('is read by the language of the page where a visitor types it', () => {
    expect(normaliseValue(field({ widget: 'number' }), '1.125', { locale: 'de' })).toBe(1125);
  });
});

describe('an entry', () => {
  const text = { type: 'string' };
  const schema = {
    type: 'object',
    properties: {
      a: {
        type: 'object',
        properties: { known: text, list: { type: 'array', items: { $ref: '#/$defs/rooms' } } },
        additionalProperties: text,
      },
    },
    $defs: {
      rooms: { type: 'object', additionalProperties: { type: 'object', properties: { size: text } } },
    },
  };
  const normalised = (value: unknown) => normaliseValue(json, value, { schema });

  it.each([[''], [' \u200B'], [null], [undefined], [{}], [{ size: '' }]])(
    'stays without a value where it has a name: %j',
    (value) => {
      expect(normalised({ teak: value })).toEqual({ teak: '' });
      expect(normalised({ list: [{ hall: value }] })).toEqual({ list: [{ hall: '' }] });
    },
  );

  it('is nothing without a name, and a property without a value is nothing', () => {
    expect(
      normalised({ known: '', [toEntryKey('', [])]: '', list: [{ [toEntryKey('', [])]: {} }] }),
    ).toBeUndefined();
  });
});

describe('an address', () => {
  const mail = { type: 'string', format: 'email' };
  const schema = {
    type: 'object',
    properties: {
      a: mail,
      b: { type: 'object', properties: { to: { type: 'array', items: mail }, note: { type: 'string' } } },
    },
  };
  const torn = 'ann@\u200Bexample.com';

  it('has nothing in it that nobody sees, at every depth; another text is as it is', () => {
    const field = { name: 'a', kind: 'string', widget: 'email' } as FieldDefinition;
    expect(normaliseValue(field, torn, { schema })).toBe('ann@example.com');
    const values = { to: [torn], note: torn };
    expect(normaliseValue({ ...json, name: 'b' }, values, { schema })).toEqual({
      to: ['ann@example.com'],
      note: torn,
    });
  });
});
