import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toInertJson } from './inert-json.ts';

it('lets nothing through that steers a terminal or turns what is read, and reads back as it was', () => {
  const texts = fc.string({
    unit: fc.oneof(
      fc.constantFrom('\u202e', '\u2066', '\u200f', '\u061c', '\u009b', '\u007f', '\u2028', '\u001b', 'a'),
      fc.string({ unit: 'grapheme', maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(fc.record({ text: texts }), (value) => {
      const json = toInertJson(value);
      expect(json).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
      expect(JSON.parse(json)).toEqual(value);
    }),
  );
});
