import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getTextFormat, showsValue } from './text-formats.ts';

const text = getTextFormat('string');
const number = getTextFormat('number');

describe('getTextFormat', () => {
  it('reads an empty text as no value', () => {
    expect([text.read(''), number.read(' ')]).toEqual([undefined, undefined]);
  });

  it('writes nothing of an object, which a new entry is until its branch is known', () => {
    expect([text.write({}), number.write({})]).toEqual(['', '']);
  });

  it('reads numbers with a point or a comma, and leaves what is none', () => {
    expect(['1.5', '1,5', ' 2 ', '1.5.2', 'a dozen', 'Infinity'].map(number.read)).toEqual([
      1.5,
      1.5,
      2,
      '1.5.2',
      'a dozen',
      'Infinity',
    ]);
  });

  it('reads numbers in the digits of any script', () => {
    expect(['٨', '٨٫٥', '۸۵', '８．５'].map(number.read)).toEqual([8, 8.5, 85, 8.5]);
  });

  it('reads and writes numbers as the language of the page does', () => {
    const [english, german] = [getTextFormat('number', 'en'), getTextFormat('number', 'de')];
    expect([english.read('1,200'), german.read('1.200'), german.write(1.234)]).toEqual([1200, 1200, '1,234']);
    expect(german.read(german.write(1.234))).toBe(1.234);
  });

  it('writes back whatever it read', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })), (value) => {
        expect(number.read(number.write(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});

describe('showsValue', () => {
  it('takes untidy text for the tidy value', () => {
    expect(showsValue(text, ' Ada ', 'Ada')).toBe(true);
    expect(showsValue(text, ' ', undefined)).toBe(true);
    expect(showsValue(number, '1,50', 1.5)).toBe(true);
    expect(showsValue(text, 'Ada', 'Grace')).toBe(false);
  });
});
