import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvSeparator, getCsvSeparator, toCsvLine } from './csv.ts';

/** Returns the first cell of the file as a reader sees it. */
const cellOf = (value: string, separator?: CsvSeparator) => {
  const [line = ''] = /^(?:"(?:[^"]|"")*"|[^"]*)(?=\r\n$)/.exec(toCsvLine([value], separator)) ?? [];
  return line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line;
};

const unseen = /^[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\s"]+/u;

/** True if a spreadsheet may read the text as a formula. */
const isFormula = (text: string) => /^[=+\-@]/.test(text.replace(unseen, '').normalize('NFKC'));

const signs = [...'=+-@﹢﹣﹦﹫＋－＝＠⁺⁼₊₌﬩⩵⩶'];
const others = [
  '\0',
  '\u0001',
  '\u0085',
  '\u3164',
  '\ufe0f',
  '\u034f',
  '\u115f',
  '\ufeff',
  '\u200b',
  '\u2028',
];

describe('toCsvLine', () => {
  it.each(signs)('keeps what begins with %j from being a formula', (sign) => {
    expect(isFormula(sign)).toBe(true);
    expect(cellOf(`${sign}1`)).toBe(`'${sign}1`);
  });

  it('knows every character that is a sign once it is folded', () => {
    const missed: string[] = [];
    for (let code = 0; code < 0x11_00_00; code += 1) {
      const character = code >= 0xd8_00 && code <= 0xdf_ff ? '' : String.fromCodePoint(code);
      if (isFormula(character) && !cellOf(character).startsWith("'")) missed.push(code.toString(16));
    }
    expect(missed).toEqual([]);
  });

  it.each(others)('looks behind %j, which nobody sees', (unseenOne) => {
    expect(cellOf(`${unseenOne}=1`)).toBe(`'${unseenOne}=1`);
    expect(cellOf(`a;${unseenOne}=1`)).toBe(`a;'${unseenOne}=1`);
  });

  it('begins no cell by a sign, whatever stands before it and however a reader parts cells', () => {
    const part = fc.constantFrom(...signs, ...others, ' ', '"', "'", ',', ';', '\t', '\r', '\n', 'a', '1');
    const text = fc.oneof(fc.string({ unit: part }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(text, (value) => {
        const cell = cellOf(value);
        expect([cell, ...cell.split(/[;\t\r\n]/)].filter(isFormula)).toEqual([]);
        const other = cellOf(value, ';');
        expect([other, ...other.split(/[,;\t\r\n]/)].filter(isFormula)).toEqual([]);
      }),
    );
  });

  it('leaves what is no formula as it is', () => {
    for (const value of ["Zoë's boat", '5 - 3', 'a=b', 'mail@example.org']) expect(cellOf(value)).toBe(value);
    expect(toCsvLine([-5, 'a', 'b;c'])).toBe('-5,a,"b;c"\r\n');
  });
});

describe('getCsvSeparator', () => {
  it('returns the comma for English, else the semicolon', () => {
    const found = ['en', 'de', 'fr', 'ar', 'en-GB', 'fr-CA'].map((locale) => getCsvSeparator(locale));
    expect(found).toEqual([',', ';', ';', ';', ',', ';']);
    expect(toCsvLine(['a,b', 'c;d', 1], ';')).toBe('"a,b";"c;d";1\r\n');
  });
});
