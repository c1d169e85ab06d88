import { describe, expect, it } from 'vitest';
import { applyDocumentPatches, expectForm } from '../../test/support/edits.ts';
import { readShippedDocuments } from '../../test/support/forms.ts';
import { addField, listSchemaChoices, removeField, setChoices, setFieldText } from './index.ts';

const shipped = readShippedDocuments();
const place = { type: 'general', field: 'how_did_you_hear' };
const field = { kind: 'choice', label: 'How did you hear?' } as const;
const added = applyDocumentPatches(shipped, addField(shipped, { ...field, type: 'general' }).patches);
const documents = applyDocumentPatches(
  added,
  setChoices(added, place, ['A friend'], { isSettled: () => false }),
);

describe('a new field', () => {
  it('is the field of other types that ask the same: one name, one schema, the same words', () => {
    const again = addField(documents, { ...field, type: 'sales' });
    expect(again.name).toBe(place.field);
    const both = applyDocumentPatches(documents, again.patches);
    expectForm(both);
    expect(listSchemaChoices(both, { ...place, type: 'sales' })).toEqual(listSchemaChoices(both, place));
    expect(both['texts/en.json']).toEqual(documents['texts/en.json']);
  });

  it('is the shared field that other types have, whatever some of them call it', () => {
    const bare = applyDocumentPatches(shipped, removeField(shipped, { type: 'event', field: 'message' }));
    const message = addField(bare, { type: 'event', kind: 'long-text', label: 'Message' });
    expect(message.name).toBe('message');
    expectForm(applyDocumentPatches(bare, message.patches));
  });

  it('of another kind, or of other words, is a field of its own, and so is a second one in a form', () => {
    expect(addField(documents, { ...field, type: 'sales', kind: 'text' }).name).toBe('how_did_you_hear_2');
    expect(addField(documents, { ...field, type: 'general' }).name).toBe('how_did_you_hear_2');
    const renamed = applyDocumentPatches(
      documents,
      setFieldText(documents, place, { part: 'label', locale: 'en', text: 'Who told you?', reach: 'all' }),
    );
    expect(addField(renamed, { ...field, type: 'sales' }).name).toBe('how_did_you_hear_2');
  });
});
