import { describe, expect, it } from 'vitest';
import { findContentTexts } from './find-content-text.ts';

const content = {
  documents: {
    'content/pages.json': [
      {
        path: '/spring',
        title: 'Spring',
        contactForm: { formTitle: 'Ask us', thankYouMessage: 'We write to you today. See you at the quay.' },
      },
    ],
  },
  folder: { 'content/offices.json': [{ id: 7, name: 'Conwy', title: 'Deganwy Quay', site: { id: 1 } }] },
};
const find = (text: string) =>
  findContentTexts(content, text, 3).map(({ address, entry, field }) => [address, entry, field]);

describe('findContentTexts', () => {
  it('leads to the entry and the field that has a text', () => {
    expect(find('Ask  us')).toEqual([
      ['/studio/content/pages?entry=%2Fspring&field=form_heading', 'Spring', 'form_heading'],
    ]);
    expect(find('see you at the quay.')).toEqual([
      ['/studio/content/pages?entry=%2Fspring&field=thanks_message', 'Spring', 'thanks_message'],
    ]);
    expect(find('Conwy - Deganwy Quay')).toEqual([
      ['/studio/content/offices?entry=7&field=name', 'Conwy - Deganwy Quay', 'name'],
    ]);
  });

  it('finds nothing for words that no entry has, and for short parts', () => {
    expect(find('Ask them')).toEqual([]);
    expect(find('quay')).toEqual([]);
    expect(find(' ')).toEqual([]);
  });
});
