import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptName } from './kept-name.ts';

const family = '👩‍👩‍👧';

describe('keptName', () => {
  it.each([
    ['../../a\u0000b.jpg', 'ab.jpg'],
    ['C:\\boats\\bow.jpg', 'bow.jpg'],
    ['\u202Egpj.wob', 'gpj.wob'],
    [`${family} قارب.jpg`, `${family} قارب.jpg`],
    ['نیم\u200Cروز.jpg', 'نیم\u200Cروز.jpg'],
    ['..', ''],
    ['\u200B', ''],
  ])('makes of %j the name %j', (name, kept) => expect(keptName(name)).toBe(kept));

  it.each([family, 'e\u0301', '🇬🇧', '\u1112\u1161\u11AB'])('never cuts through %j', (letter) => {
    for (const before of ['', 'x', 'xx', 'xxx', 'xxxx']) {
      const kept = keptName(`${before}${letter.repeat(210)}.jpg`);
      expect([...kept].length).toBeLessThanOrEqual(200);
      expect(kept.replaceAll(letter, '')).toBe(`${before}….jpg`);
    }
  });

  it('is at most 200 code points long, and as it is when it is kept again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (name) => {
        const kept = keptName(name);
        expect([...kept].length).toBeLessThanOrEqual(200);
        expect(keptName(kept)).toBe(kept);
      }),
    );
  });
});
