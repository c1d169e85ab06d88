import { describe, expect, it } from 'vitest';
import { compileTestForm, readFrozenDocuments } from '../../../test/support/forms.ts';
import type { Documents } from '../../model/types.ts';
import { createDocumentLocator } from '../document-locator.ts';
import sizes from '../sizes.json' with { type: 'json' };
import { findLongLists, lintSizes } from './sizes.ts';

const file = 'forms/general/schema.json';

/** The frozen documents, with more among the fields of a general enquiry. */
function withFields(more: object): Documents {
  const schema = readFrozenDocuments()[file] as { readonly properties: object };
  const properties = { ...schema.properties, ...more };
  return readFrozenDocuments({ [file]: { ...schema, examples: [], properties } });
}

const texts = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`text_${at}`, { type: 'string' }]));
const object = (properties: object) => ({ type: 'object', properties });

function findingsOf(all: Documents) {
  return lintSizes(compileTestForm(all), createDocumentLocator(all));
}

describe('lintSizes', () => {
  it('counts the fields inside objects, and those of one item of a list', () => {
    const boat = object({ hull: object(texts(300)), crew: { type: 'array', items: object(texts(300)) } });
    expect(findingsOf(withFields({ boat }))).toMatchObject([
      { code: 'too-many-fields', file, reason: expect.stringMatching(/"general" has 60\d fields/) },
    ]);
    expect(findingsOf(withFields({ boat: object({ hull: object(texts(300)) }) }))).toEqual([]);
  });
});

describe('findLongLists', () => {
  const all = readFrozenDocuments();
  const fieldsOf = (lengths: Readonly<Record<string, number>>) =>
    findLongLists(compileTestForm(all), all, lengths).map(({ pointer, reason }) => `${pointer} ${reason}`);

  it('names each field that may choose from more than is drawn well, by its own set or by a rule', () => {
    expect(fieldsOf({ offeredOffices: 2001, yachtModels: 2000 })).toContainEqual(
      expect.stringMatching(
        /^\/properties\/office_location "office_location" of "service" .* up to 2001 choices of/,
      ),
    );
    expect(fieldsOf({ futureEvents: 3000 })).toContainEqual(expect.stringMatching(/"interested_in"/));
  });

  it('says nothing of lists that are short enough', () => {
    expect(fieldsOf({ offeredOffices: sizes.choices, futureEvents: 12 })).toEqual([]);
  });
});
