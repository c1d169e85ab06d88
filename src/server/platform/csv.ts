export const csvByteOrderMark = '\ufeff';

/** The character between two cells. */
export type CsvSeparator = ',' | ';';

/**
 * Returns the separator with which a spreadsheet in the language of a person of the studio opens a file as a
 * table. Only English ones expect the comma.
 */
export function getCsvSeparator(locale: string): CsvSeparator {
  return new Intl.Locale(locale).language === 'en' ? ',' : ';';
}

/** Formats cells as a line that ends in CRLF (RFC 4180) and contains no formulas for spreadsheets. */
export function toCsvLine(cells: readonly (string | number)[], separator: CsvSeparator = ','): string {
  return `${cells.map((cell) => toCsvCell(cell, separator)).join(separator)}\r\n`;
}

/**
 * The start of a text that a spreadsheet would evaluate as a formula: a sign, also behind blanks, control
 * characters, invisible marks and quotes (OWASP, "CSV Injection"). A sign is `=`, `+`, `-` or `@`, or a
 * character that NFKC (Unicode Standard Annex 15) folds to one, as a spreadsheet may fold it. In locales that
 * separate cells by another character, and in programs that split lines without regard to quotes, a cell
 * also begins behind each of those within the text.
 */
const formula = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}"]*[=+\-@﹢﹣﹦﹫＋－＝＠⁺⁼₊₌﬩⩵⩶]/u;
const cellStart = { ',': /(?<=[;\t\r\n])/, ';': /(?<=[,;\t\r\n])/ };

/**
 * Formats a cell. An apostrophe before each possible formula prevents its evaluation. A text with a character
 * that any program may treat as a separator is quoted.
 */
function toCsvCell(value: string | number, separator: CsvSeparator): string {
  if (typeof value === 'number') return String(value);
  const cells = value.replace(/^(?=[\t\r\n])/, "'").split(cellStart[separator]);
  const inert = cells.map((cell) => (formula.test(cell) ? `'${cell}` : cell)).join('');
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
