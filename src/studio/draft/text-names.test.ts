import { describe, expect, it } from 'vitest';
import { createTextTable } from '#engine/editing/index.ts';
import { readFrozenDocuments } from '../../../test/support/forms.ts';
import { createFormatMessage } from '../ui/messages.ts';
import { createTextNames, nameTextsInReason } from './text-names.ts';

const documents = readFrozenDocuments();
const name = createTextNames(documents, { say: createFormatMessage('en'), locale: 'en' });

describe('createTextNames', () => {
  it.each([
    ['fields.name.label', 'Name · label'],
    ['fields.hin_number.hint', 'Hull identification number (HIN) · hint'],
    ['fields.phone.problems.too-short', 'Phone number · message: too short'],
    ['forms.event.fields.message.placeholder', 'Message · placeholder (Event enquiry)'],
    ['options.tax_paid_status.tax-paid', 'Tax paid · choice of “Tax status” (Boat valuation)'],
    ['enquiry-types/sales', 'Sales enquiry · name of the form'],
    ['forms.event.closed', 'Event enquiry · while the form is closed'],
    ['send-message', '“Send message” · send button'],
    ['send-later.keep', '“Send when I am back online” · sent later'],
    ['close', '“Close” · in every form'],
    ['photos.choose', '“Choose photos” · photos'],
    ['thank-you.heading', '“Thank you. Your message is on its way.” · thank-you'],
    ['gone.away', 'gone.away'],
  ])('names %s', (key, expected) => {
    expect(name(key)).toBe(expected);
  });

  it('gives reasons of findings the names of their texts', () => {
    const finding = {
      file: 'texts/pl.json',
      pointer: '',
      reason: '"fields.name.label" is not in "en" nor "x-y"',
    };
    expect(nameTextsInReason(finding, name)).toBe('Name · label is not in "en" nor "x-y"');
    expect(nameTextsInReason({ ...finding, pointer: '/submit', reason: '"submit" is empty' }, name)).toBe(
      '“Submit” · send button is empty',
    );
    expect(nameTextsInReason({ ...finding, file: 'rules.json' }, name)).toBe(finding.reason);
  });

  it('names no text by its key if it has words', () => {
    const unnamed = createTextTable(documents).filter(({ key }) => name(key) === key);
    expect(unnamed).toEqual([]);
  });
});
