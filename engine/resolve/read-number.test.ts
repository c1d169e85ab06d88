import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNumber, writeNumber } from './read-number.ts';

describe('readNumber', () => {
  it.each([
    ['1,200', 'en', 1200],
    ['1.200', 'en', 1.2],
    ['1,200', 'de', 1.2],
    ['1.200', 'de', 1200],
    ['-1.200', 'fr', -1200],
    ['12,5', 'en', 12.5],
    ['12.5', 'de', 12.5],
    ['0,200', 'en', 0.2],
    ['1,200,000', 'en', 1_200_000],
    ['1.200.000', 'en', 1_200_000],
    ['12,00,000', 'en-IN', 1_200_000],
    ['1,200.50', 'de', 1200.5],
    ['1.200,50', 'en', 1200.5],
    ['1 200', 'fr', 1200],
    ['1\u202F200,5', 'fr', 1200.5],
    ['1’200.5', 'de-CH', 1200.5],
    ['١٬٢٠٠٫٥', 'ar', 1200.5],
    ['٨٫٥', undefined, 8.5],
    ['1.234', undefined, 1.234],
    ['1e3', 'en', 1000],
  ] as const)('reads %j in %j as %d', (text, locale, number) =>
    expect(readNumber(text, locale)).toBe(number),
  );

  it.each([
    ['1,200', undefined],
    ['1,20,0', 'en'],
    ['1,200,00', 'en'],
    ['1.2.3', 'de'],
    ['1,2.3,4', 'en'],
    ['12 34', 'en'],
    ['9007199254740993', 'en'],
    ['0x10', 'en'],
    ['0b11', 'en'],
    ['10²', 'en'],
    ['5①', 'en'],
    ['a dozen', 'en'],
    ['', 'en'],
  ] as const)('reads no number in %j (%j)', (text, locale) =>
    expect(readNumber(text, locale)).toBeUndefined(),
  );

  it('reads whatever number is written in a language', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.integer(),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.nat(99_999).map((n) => n / 1000),
        ),
        fc.constantFrom('en', 'de', 'fr', 'ar', 'de-CH', 'es', 'en-IN', undefined),
        (number, locale) => {
          expect(readNumber(writeNumber(number, locale), locale)).toBe(number === 0 ? 0 : number);
        },
      ),
    );
  });
});
