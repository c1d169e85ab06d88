import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPlainNumber } from './plain-number.ts';

/** The zero of each script that visitors of the demonstration may type, and of one whose rows of digits touch. */
const zeros = {
  arabic: '٠',
  persian: '۰',
  devanagari: '०',
  bengali: '০',
  thai: '๐',
  fullWidth: '０',
  bold: '𝟎',
};

describe('toPlainNumber', () => {
  it.each(Object.entries(zeros))('reads the digits of %s', (_script, zero) => {
    const written = Array.from({ length: 10 }, (_, digit) =>
      String.fromCodePoint((zero.codePointAt(0) ?? 0) + digit),
    );
    expect(toPlainNumber(written.join(''))).toBe('0123456789');
  });

  it.each<readonly [typed: string, plain: string]>([
    ['٠١٦٣٢ ٩٦٠٠١٧', '01632 960017'],
    ['٤١٢٫٥', '412.5'],
    ['＋８１（３）５５５－０１４２', '+81(3)555-0142'],
    ['\u202A+44\u00A01632\u2011960017\u202C', '+44 1632-960017'],
    ...['\u00AD', '\u200B', '\u200E', '\u2060', '\uFEFF'].map(
      (unseen) => [`+44${unseen}1632${unseen}960017`, '+441632960017'] as const,
    ),
    ['+44 (0)1632 960017 x12', '+44 (0)1632 960017 x12'],
    ['at the yard', 'at the yard'],
  ])('%j becomes %j', (typed, plain) => expect(toPlainNumber(typed)).toBe(plain));

  it('leaves plain numbers as they are, and has nothing to do twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789+-()./x ,') }), (plain) => {
        expect(toPlainNumber(plain)).toBe(plain);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toPlainNumber(toPlainNumber(text))).toBe(toPlainNumber(text));
      }),
    );
  });

  it('leaves what is longer than any number as it is, whatever that costs to read', () => {
    const long = '\u0663'.repeat(1_078);
    expect(toPlainNumber(long)).toBe(long);
    expect(toPlainNumber(long.slice(1))).toBe('3'.repeat(1_077));
  });
});
