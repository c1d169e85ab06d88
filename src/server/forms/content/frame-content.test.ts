import { describe, expect, it } from 'vitest';
import { findFrameTexts, linkFrame } from './frame-content.ts';

const frame = linkFrame({
  words: { en: { footerNote: 'Made up.', indexLead: ' ' }, 'fr-CA': { footerNote: 'Inventé.' } },
});

describe('findFrameTexts', () => {
  it.each([
    ['en-GB', 'Made up.'],
    ['fr-CA', 'Inventé.'],
    ['fr', 'Made up.'],
    ['de', 'Made up.'],
  ])('gives the nearest words for "%s", else the English ones', (locale, footerNote) => {
    expect(findFrameTexts(frame, locale)).toEqual({ footerNote });
  });

  it('gives none where there are none', () => {
    expect(findFrameTexts(linkFrame(undefined), 'en')).toEqual({});
    expect(findFrameTexts(linkFrame({ words: { de: { footerNote: 'Erfunden.' } } }), 'fr')).toEqual({});
  });
});
