import { describe, expect, it } from 'vitest';
import { tidyAddress, tidyText } from './tidy-text.ts';

describe('tidyText', () => {
  it.each([
    '\u200B',
    '\u2060 \uFEFF',
    '\u3164',
    '\u2800',
    '\u00AD',
    '\u200D',
    '\u202A\u202C',
    '\uFE0F',
    '\u{E0020}',
    '\u0000',
    '\u0007\u001F',
    '\u007F',
    ' \u0085',
  ])('takes %j, in which there is nothing to see, for empty', (text) => expect(tidyText(text)).toBe(''));

  it.each([
    ['ann@example.com\u2060', 'ann@example.com'],
    ['\uFEFF\u00A0Ann\u200B \r\n', 'Ann'],
    ['\u200Eann@example.com\u200E', 'ann@example.com'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['\u0085Ann\u0007', 'Ann'],
    ['\u200B𝄞 👩\u200B', '𝄞 👩'],
  ])('takes away from %j what nobody sees at its ends', (text, tidied) =>
    expect(tidyText(text)).toBe(tidied),
  );

  it.each(['👩\u200D🚀', '❤\uFE0F', 'می\u200Cخواهم', '\u202BHi\u202C', 'soft\u00ADhyphen'])(
    'leaves in %j what is part of it',
    (text) => expect(tidyText(text)).toBe(text),
  );
});

describe('tidyAddress', () => {
  it.each([
    ['ann@\u200Bexample.com', 'ann@example.com'],
    ['\u202Aann@example.com\u202C', 'ann@example.com'],
    ['https://\u00ADexample.com/\u2060a\uFE0F', 'https://example.com/a'],
    ['می\u200Cخواهم@example.com', 'می\u200Cخواهم@example.com'],
  ])('takes away from %j what nobody sees in it', (text, tidied) => expect(tidyAddress(text)).toBe(tidied));
});
