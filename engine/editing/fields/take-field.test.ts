import { describe, expect, it } from 'vitest';
import { applyDocumentPatches, expectForm } from '../../../test/support/edits.ts';
import { readShippedDocuments } from '../../../test/support/forms.ts';
import {
  addField,
  createOutline,
  findOutlineField,
  listTakeableFields,
  setChoices,
  setFieldText,
  setRequired,
  takeField,
} from '../index.ts';

const shipped = readShippedDocuments();
const place = { type: 'general', field: 'how_did_you_hear' };
const kind = 'choice';
const added = applyDocumentPatches(
  shipped,
  addField(shipped, { type: 'general', kind, label: 'How did you hear?' }).patches,
);
const chosen = applyDocumentPatches(
  added,
  setChoices(added, place, ['A friend'], { isSettled: () => false }),
);
const german = { part: 'label', locale: 'de', text: 'Woher kennen Sie uns?', reach: 'all' } as const;
const translated = applyDocumentPatches(chosen, setFieldText(chosen, place, german));
const documents = applyDocumentPatches(translated, setRequired(translated, place, true));

describe('listTakeableFields', () => {
  it('finds fields of other types by their labels in every language, once each', () => {
    const found = { from: place, kind, label: 'How did you hear?', languages: 2 };
    expect(listTakeableFields(documents, 'sales', ' how DID')).toEqual([found]);
    expect(listTakeableFields(documents, 'sales', 'woher')).toEqual([found]);
    expect(listTakeableFields(documents, 'general', 'how did')).toEqual([]);
    expect(listTakeableFields(documents, 'sales', ' ')).toEqual([]);
  });

  it('leaves out photos, whose limits belong to a type', () => {
    const all = listTakeableFields(shipped, 'general', 'o');
    expect(all.length).toBeGreaterThan(0);
    expect(all.map((one) => one.kind)).not.toContain('photos');
  });
});

describe('takeField', () => {
  const taken = takeField(documents, { from: place, type: 'sales', behind: 'name' });
  const both = applyDocumentPatches(documents, taken.patches);

  it('makes one definition that both forms use, at its place, with the same words', () => {
    expectForm(both);
    expect(taken.name).toBe(place.field);
    const schemas = ['general', 'sales'].map(
      (folder) => Object(both[`forms/${folder}/schema.json` as keyof typeof both]).properties[place.field],
    );
    const reference = { $ref: `../../fields.json#/$defs/${place.field}` };
    expect(schemas).toEqual([reference, reference]);
    const sales = createOutline(both).find(({ key }) => key === 'sales');
    const names = sales?.fields.map(({ name }) => name) ?? [];
    expect(names[names.indexOf('name') + 1]).toBe(place.field);
    expect(findOutlineField(sales?.fields ?? [], place.field)).toMatchObject({
      label: 'How did you hear?',
      isRequired: true,
      sharedWith: ['General enquiry'],
    });
    expect(both['texts/de.json']).toEqual(documents['texts/de.json']);
  });

  it('creates the document of definitions if there is none', () => {
    const [first, second] = ['One', 'Two'].map((title) => ({ title, type: 'object', properties: {} }));
    const small = {
      'enquiry-types.json': {
        enquiryTypes: [
          { id: 1, key: 'one', folder: 'one' },
          { id: 2, key: 'two', folder: 'two' },
        ],
      },
      'forms/one/schema.json': { ...first, properties: { boat: { type: 'string' } } },
      'forms/two/schema.json': second,
      'forms/one/ui.json': {},
      'forms/two/ui.json': {},
    } as unknown as typeof documents;
    const from = { type: 'one', field: 'boat' };
    const shared = applyDocumentPatches(small, takeField(small, { from, type: 'two' }).patches);
    expect(shared['fields.json']).toMatchObject({ $defs: { boat: { type: 'string' } } });
    expect(shared['forms/two/schema.json' as keyof typeof shared]).toMatchObject({
      properties: { boat: { $ref: '../../fields.json#/$defs/boat' } },
    });
  });

  it('takes the texts that the other form has of its own, and a field that is shared already', () => {
    const own = { part: 'hint', locale: 'en', text: 'One is enough.', reach: 'own' } as const;
    const hinted = applyDocumentPatches(documents, setFieldText(documents, place, own));
    const next = applyDocumentPatches(hinted, takeField(hinted, { from: place, type: 'event' }).patches);
    expect(next['texts/en.json']).toMatchObject({
      [`forms.event.fields.${place.field}.hint`]: 'One is enough.',
    });
    const third = takeField(both, { from: place, type: 'careers' });
    expect(third.patches.some(({ file }) => file === 'fields.json')).toBe(false);
    expectForm(applyDocumentPatches(both, third.patches));
  });
});
