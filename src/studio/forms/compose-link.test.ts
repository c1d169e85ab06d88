import { describe, expect, it } from 'vitest';
import { createOutline } from '#engine/editing/index.ts';
import { createTestDocuments } from '#widgets/testing/forms.ts';
import { composeLink, listLinkedFields } from './compose-link.ts';

const base = {
  origin: 'https://forms.example',
  path: '/contact',
  type: { id: '6' },
  answers: {},
  campaign: {},
};

describe('composeLink', () => {
  it('puts the type, the answers and the campaign into the address of the page', () => {
    const answers = { boat_model: ' Kestrel & Co ', year: '' };
    const campaign = { source: 'newsletter', campaign: 'spring' };
    expect(composeLink({ ...base, answers, campaign })).toBe(
      'https://forms.example/contact?enquiry_type=6&boat_model=Kestrel+%26+Co&utm_source=newsletter&utm_campaign=spring',
    );
  });

  it('names no type without an answer', () => {
    expect(composeLink(base)).toBe('https://forms.example/contact');
  });
});

describe('listLinkedFields', () => {
  it('lists the fields that allow it, also by the UI schema of all forms', () => {
    const properties = { one: { type: 'string' }, two: { type: 'string' }, three: { type: 'string' } };
    const documents = createTestDocuments(
      { properties },
      { two: { 'ui:prefill': true } },
      { 'ui.json': { three: { 'ui:prefill': true } } },
    );
    const [type] = createOutline(documents);
    expect(type && listLinkedFields(documents, type).map(({ name }) => name)).toEqual(['two', 'three']);
  });
});
