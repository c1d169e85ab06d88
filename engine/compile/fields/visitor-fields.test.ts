import { describe, expect, it } from 'vitest';
import { compileTestForm, readFrozenDocuments } from '../../../test/support/forms.ts';
import { toClientForm } from '../../texts/client-form.ts';

const file = 'forms/general/ui.json';
const general = (differences: object) =>
  readFrozenDocuments({ [file]: { ...(readFrozenDocuments()[file] as object), ...differences } });
const typeOf = (differences: object) =>
  compileTestForm(general(differences)).types.find(({ key }) => key === 'general');

describe('"ui:receipt"', () => {
  it('gives receipts of that form alone, where it says true', () => {
    const { types } = compileTestForm(general({ 'ui:receipt': true }));
    expect(types.filter(({ receipt }) => receipt).map(({ key }) => key)).toEqual(['general']);
    expect(typeOf({ 'ui:receipt': false })?.receipt).toBeUndefined();
  });

  it('reaches no page', () => {
    const form = compileTestForm(general({ 'ui:receipt': true }));
    expect(
      JSON.stringify(toClientForm(form, { locale: 'en' }).types.map(({ receipt }) => receipt)),
    ).not.toContain('true');
  });

  it.each([
    [{ 'ui:visitor': { name: 'name' } }, /"ui:visitor" names no field for it; name one there.*"email"/],
    [{ 'ui:visitor': { email: 'phone' } }, /"phone", which "ui:visitor" names for it, accepts any text/],
    [{ email: { 'ui:widget': 'text' } }, /accepts any text; add a field with the widget "email"/],
    [{ 'ui:receipt': 'yes' }, /ui:receipt/],
  ])('needs one field that holds a mail address: %o', (differences, says) => {
    expect(() => typeOf({ 'ui:receipt': true, ...differences })).toThrow(says);
  });

  it('says no answer in its sentences, which go to whoever was named', () => {
    const texts = readFrozenDocuments()['texts/en.json'] as Record<string, string>;
    const luring = {
      ...general({ 'ui:receipt': true }),
      'texts/en.json': { ...texts, 'mail.receipt.intro': 'Dear {values.name}' },
    };
    expect(() => compileTestForm(luring)).toThrow(/mail\.receipt\.intro/);
  });

  it('is for one form, and does nothing among what all share', () => {
    const shared = { ...(readFrozenDocuments()['ui.json'] as object), 'ui:receipt': true };
    expect(() => compileTestForm(readFrozenDocuments({ 'ui.json': shared }))).toThrow(
      /"ui:receipt" has no effect here/,
    );
  });
});
