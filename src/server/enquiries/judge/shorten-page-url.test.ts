import { describe, expect, it } from 'vitest';
import { shortenPageUrl } from './shorten-page-url.ts';

const long = 'A'.repeat(5000);

describe('shortenPageUrl', () => {
  it('returns an address of usual length as it is', () => {
    const url = 'https://www.yard.example/contact?boat_model=K+46&utm_source=a%20b#form';
    expect(shortenPageUrl(url)).toBe(url);
  });

  it('leaves out the fragment, then the longest parameters', () => {
    const page = 'https://www.yard.example/contact';
    expect(shortenPageUrl(`${page}?utm_campaign=spring#${long}`)).toBe(`${page}?utm_campaign=spring`);
    const query = `utm_campaign=spring&fbclid=${long}&boat_model=${'B'.repeat(100)}&x=${long}`;
    expect(shortenPageUrl(`${page}?${query}`)).toBe(
      `${page}?utm_campaign=spring&boat_model=${'B'.repeat(100)}`,
    );
  });

  it('cuts what is long without a query, or no address', () => {
    for (const text of [`https://www.yard.example/${long}`, long]) {
      const cut = shortenPageUrl(text);
      expect(cut).toHaveLength(4000);
      expect(text.startsWith(cut)).toBe(true);
    }
  });
});
