import { describe, expect, it } from 'vitest';
import { negotiateLocale } from './negotiate-locale.ts';

describe('negotiateLocale', () => {
  it.each([
    ['de', 'de'],
    ['DE-ch', 'de'],
    ['de-CH-1996, en', 'de'],
    ['en;q=0.5, fr;q=0.9', 'fr'],
    ['pt, ar;q=0.1', 'ar'],
    ['fr;q=0, de;q=0.2', 'de'],
    ['*', 'en'],
    ['pt', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    [';;;,,q=;=', 'en'],
    [`${'x,'.repeat(5000)}de`, 'en'],
  ])('finds for %j the language %s', (header, expected) => {
    expect(negotiateLocale({ header, locales: ['en', 'de', 'fr', 'ar'], fallback: 'en' })).toBe(expected);
  });
});
