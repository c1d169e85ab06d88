/** The byte order mark by which a spreadsheet knows UTF-8. */
export const csvStart = '\ufeff';

/** One line of RFC 4180. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * A spreadsheet takes what begins with a sign for a formula, also behind blanks, control characters, invisible marks and quotes, and in other
 * shapes of it (OWASP, "CSV Injection"). A cell begins where it is written, and, for one that separates by semicolons or tabs, as those of
 * many languages do, or that reads lines whatever is quoted, behind each of those within the text. A sign is `=`, `+`, `-` or `@` once it is
 * folded (Unicode Standard Annex 15, NFKC), as a spreadsheet may fold it.
 */
const formula = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}"]*[=+\-@﹢﹣﹦﹫＋－＝＠⁺⁼₊₌﬩⩵⩶]/u;
const behindSeparators = /(?<=[;\t\r\n])/;

/** A text holds no formula: an apostrophe stands before it. What separates cells somewhere is within quotes. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const cells = value.replace(/^(?=[\t\r\n])/, "'").split(behindSeparators);
  const inert = cells.map((cell) => (formula.test(cell) ? `'${cell}` : cell)).join('');
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
