import { describe, expect, it } from 'vitest';
import { createAjv } from './ajv.ts';
import { fullFormats } from './formats.ts';

/** Returns whether a text has a format, by the check of the compiler and by the code in a page. */
function fits(format: 'uri' | 'url' | 'uri-reference', text: string): boolean {
  const whole = createAjv('2020-12').compile({ format })(text) === true;
  const inPage = (fullFormats[format] as (text: string) => boolean)(text);
  expect(inPage).toBe(whole);
  return whole;
}

describe('an address', () => {
  it.each([
    'https://www.müller.de/',
    'https://例え.jp/パス?質問=答え#節',
    'https://موقع.example/صفحة',
    'https://www.example.com/straße',
  ])('may have letters of any script: %s', (text) => {
    expect([fits('uri', text), fits('url', text), fits('uri-reference', text)]).toEqual([true, true, true]);
  });

  it.each(['www.müller.de', 'https://www.mül ler.de/', 'https://a\u200Bb.de/ c', 'müll,er:x'])(
    'is whole, and without spaces: %j',
    (text) => {
      expect(fits('uri', text)).toBe(false);
    },
  );
});
