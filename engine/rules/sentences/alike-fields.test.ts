import { describe, expect, it } from 'vitest';
import { changeFrozenDocuments } from '../../../test/cli/checking.ts';
import { compileTestForm } from '../../../test/support/forms.ts';
import { listFactChoices, listFieldChoices } from '../builder/index.ts';
import { createSentenceRenderer, sentenceToText } from './index.ts';

/** A valuation calls a field of its own "Message", as other forms do theirs; a sales enquiry has two fields called "Phone number". */
const documents = changeFrozenDocuments({
  'forms/valuation/schema.json': (doc) => {
    doc.properties.note = { type: 'string', title: 'Message' };
  },
  'forms/sales/schema.json': (doc) => {
    doc.properties.mobile = { type: 'string', title: 'Phone number' };
  },
});
const words = createSentenceRenderer({ form: compileTestForm(documents), documents, locale: 'en' });
const labels = listFieldChoices(words).map(({ label }) => label);
const labelOf = (name: string, types?: readonly string[]) => words.names.field(name, types).label;

describe('fields that are called the same', () => {
  it('are told apart by the forms that have them, by their names where one form has both', () => {
    expect(labelOf('note')).toBe('Message (Boat valuation)');
    expect(labelOf('message')).toMatch(/^Message \(General enquiry, .+ and Event enquiry\)$/);
    expect(labelOf('mobile')).toBe('Phone number (mobile)');
    expect(labelOf('phone', ['sales'])).toBe('Phone number (phone)');
  });

  it('are told apart wherever one is chosen between', () => {
    const facts = listFactChoices(words, { of: 'when', then: [{ hide: ['phone'] }] }).map(
      ({ label }) => label,
    );
    for (const choices of [labels, facts]) expect(choices.filter(isTwice)).toEqual([]);
  });

  it('need nothing more where a rule speaks of a form that has one of them', () => {
    expect(labelOf('phone', ['general'])).toBe('Phone number');
    const rule = {
      id: 'planted',
      description: 'd',
      when: { '==': [{ var: 'type' }, 'general'] },
      then: { hide: ['phone'] },
    };
    expect(sentenceToText(words.rule(rule as never))).toContain('“Phone number”');
  });
});

function isTwice(label: string, at: number, all: readonly string[]): boolean {
  return all.indexOf(label) !== at;
}
