import { describe, expect, it } from 'vitest';
import type { Documents } from '#engine';
import { findMovedFields } from './follow-moved-fields.ts';

/** Returns the documents of a form with these properties. */
function createDocuments(properties: Readonly<Record<string, object>>): Documents {
  return {
    'enquiry-types.json': { enquiryTypes: [{ id: 1, key: 'sales', folder: 'sales' }] },
    'settings.json': { failureField: 'name', fallbackLocale: 'en' },
    'fields.json': { $defs: {} },
    'ui.json': {},
    'texts/en.json': {},
    'forms/sales/schema.json': { type: 'object', properties },
    'forms/sales/ui.json': {},
  } as unknown as Documents;
}

const text = { type: 'string' };
const before = createDocuments({
  name: text,
  phone: text,
  crew: { type: 'object', properties: { age: text } },
});

describe('findMovedFields', () => {
  it('finds a field that moves into a group or out of it', () => {
    const crew = { type: 'object', properties: { age: text, phone: text } };
    const after = createDocuments({ name: text, crew });
    expect(findMovedFields(before, after)).toEqual([{ type: 'sales', from: 'phone', to: 'crew.phone' }]);
    expect(findMovedFields(after, before)).toEqual([{ type: 'sales', from: 'crew.phone', to: 'phone' }]);
  });

  it('finds a field that is renamed, and a group with its fields', () => {
    const renamed = createDocuments({
      name: text,
      mobile: text,
      crew: { type: 'object', properties: { age: text } },
    });
    expect(findMovedFields(before, renamed)).toEqual([{ type: 'sales', from: 'phone', to: 'mobile' }]);
    const group = createDocuments({
      name: text,
      phone: text,
      people: { type: 'object', properties: { age: text } },
    });
    expect(findMovedFields(before, group)).toContainEqual({
      type: 'sales',
      from: 'crew.age',
      to: 'people.age',
    });
  });

  it('finds none where a field is removed, added, or replaced by one of another kind', () => {
    const crew = { type: 'object', properties: { age: text } };
    expect(findMovedFields(before, createDocuments({ name: text, crew }))).toEqual([]);
    expect(findMovedFields(before, createDocuments({ name: text, phone: text, more: text, crew }))).toEqual(
      [],
    );
    const other = createDocuments({ name: text, day: { type: 'boolean' }, crew });
    expect(findMovedFields(before, other)).toEqual([]);
    expect(
      findMovedFields(before, { ...before, 'texts/en.json': { a: 'b' } } as unknown as Documents),
    ).toEqual([]);
  });
});
