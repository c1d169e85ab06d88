import { describe, expect, it } from 'vitest';
import { findFrameTexts, findPrivacyPolicy, linkFrame } from './frame-content.ts';

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

describe('findPrivacyPolicy', () => {
  const toPolicy = (title: string) => ({ title, sections: [] });

  it.each([
    ['de-CH', 'de'],
    ['fr', 'en'],
  ])('gives the nearest one for "%s", else the English one', (locale, lang) => {
    const both = linkFrame({ privacyPolicy: { de: toPolicy('Datenschutz'), en: toPolicy('Privacy') } });
    expect(findPrivacyPolicy(both, locale)?.lang).toBe(lang);
  });

  it('gives the first one without an English one, and none without any', () => {
    const frame = linkFrame({ privacyPolicy: { de: toPolicy('Datenschutz') } });
    expect(findPrivacyPolicy(frame, 'fr')).toEqual({ lang: 'de', title: 'Datenschutz', sections: [] });
    expect(findPrivacyPolicy(linkFrame({ privacyPolicy: null }), 'en')).toBeUndefined();
  });
});
