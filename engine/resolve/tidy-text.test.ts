import { describe, expect, it } from 'vitest';
import { tidyText } from './tidy-text.ts';

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
  ])('takes %j, in which there is nothing to see, for empty', (text) => expect(tidyText(text)).toBe(''));

  it.each([
    ['ann@example.com\u2060', 'ann@example.com'],
    ['\uFEFF\u00A0Ann\u200B \r\n', 'Ann'],
    ['\u200Eann@example.com\u200E', 'ann@example.com'],
    ['a\r\nb\rc', 'a\nb\nc'],
  ])('takes away from %j what nobody sees at its ends', (text, tidied) =>
    expect(tidyText(text)).toBe(tidied),
  );

  it.each(['👩\u200D🚀', '❤\uFE0F', 'می\u200Cخواهم', '\u202BHi\u202C', 'soft\u00ADhyphen'])(
    'leaves in %j what is part of it',
    (text) => expect(tidyText(text)).toBe(text),
  );
});
