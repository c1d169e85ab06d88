import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanFileName } from './file-name.ts';

const family = '👩‍👩‍👧';

describe('cleanFileName', () => {
  it.each([
    ['../../a\u0000b.jpg', 'ab.jpg'],
    ['C:\\boats\\bow.jpg', 'bow.jpg'],
    ['\u202Egpj.wob', 'gpj.wob'],
    [`${family} قارب.jpg`, `${family} قارب.jpg`],
    ['نیم\u200Cروز.jpg', 'نیم\u200Cروز.jpg'],
    ['..', ''],
    ['\u200B', ''],
  ])('makes of %j the name %j', (name, cleaned) => expect(cleanFileName(name)).toBe(cleaned));

  it.each([family, 'e\u0301', '🇬🇧', '\u1112\u1161\u11AB'])('never cuts through %j', (letter) => {
    for (const before of ['', 'x', 'xx', 'xxx', 'xxxx']) {
      const cleaned = cleanFileName(`${before}${letter.repeat(210)}.jpg`);
      expect([...cleaned].length).toBeLessThanOrEqual(200);
      expect(cleaned.replaceAll(letter, '')).toBe(`${before}….jpg`);
    }
  });

  it('is at most 200 code points long, and as it is when it is cleaned again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (name) => {
        const cleaned = cleanFileName(name);
        expect([...cleaned].length).toBeLessThanOrEqual(200);
        expect(cleanFileName(cleaned)).toBe(cleaned);
      }),
    );
  });
});
