import { describe, expect, it } from 'vitest';
import type { Documents } from '#engine';
import type { Drafts } from '../draft/drafts.ts';
import { followMovedFields } from './follow-moved-fields.ts';

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

/** Returns the targets that move when the draft changes from one state to another. */
function findMoves(before: Documents, after: Documents): readonly (readonly [from: string, to: string])[] {
  const moves: [string, string][] = [];
  let documents = before;
  let emit: () => void = () => undefined;
  const drafts = {
    current: () => ({ documents }),
    fault: () => undefined,
    onChange: (listener: (event: { readonly kind: 'change' }) => void) => {
      emit = () => listener({ kind: 'change' });
    },
  };
  followMovedFields(drafts as unknown as Drafts, ({ from, to }) => moves.push([from, to]));
  documents = after;
  emit();
  emit();
  return moves;
}

const text = { type: 'string' };
const before = createDocuments({
  name: text,
  phone: text,
  crew: { type: 'object', properties: { age: text } },
});

describe('followMovedFields', () => {
  it('finds a field that moves into a group or out of it', () => {
    const crew = { type: 'object', properties: { age: text, phone: text } };
    const after = createDocuments({ name: text, crew });
    expect(findMoves(before, after)).toEqual([['field:sales:phone', 'field:sales:crew.phone']]);
    expect(findMoves(after, before)).toEqual([['field:sales:crew.phone', 'field:sales:phone']]);
  });

  it('finds a field that is renamed, and a group with its fields', () => {
    const renamed = createDocuments({
      name: text,
      mobile: text,
      crew: { type: 'object', properties: { age: text } },
    });
    expect(findMoves(before, renamed)).toEqual([['field:sales:phone', 'field:sales:mobile']]);
    const group = createDocuments({
      name: text,
      phone: text,
      people: { type: 'object', properties: { age: text } },
    });
    expect(findMoves(before, group)).toContainEqual(['field:sales:crew.age', 'field:sales:people.age']);
  });

  it('finds none where a field is removed, added, or replaced by one of another kind', () => {
    const crew = { type: 'object', properties: { age: text } };
    expect(findMoves(before, createDocuments({ name: text, crew }))).toEqual([]);
    expect(findMoves(before, createDocuments({ name: text, phone: text, more: text, crew }))).toEqual([]);
    const other = createDocuments({ name: text, day: { type: 'boolean' }, crew });
    expect(findMoves(before, other)).toEqual([]);
    expect(findMoves(before, { ...before, 'texts/en.json': { a: 'b' } } as unknown as Documents)).toEqual([]);
  });
});
