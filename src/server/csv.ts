/** The byte order mark by which a spreadsheet knows UTF-8. */
export const csvStart = '\ufeff';

/** One line of RFC 4180. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * A spreadsheet takes what begins with one of these signs for a formula, also behind blanks, invisible marks and quotes, and in wide letters
 * (OWASP, "CSV Injection"). A cell begins where it is written, and, for one that separates by semicolons or tabs, as those of many
 * languages do, or that reads lines whatever is quoted, behind each of those within the text.
 */
const formulas = /(^|[;\t\r\n])(?=(?:[^\S\t\r\n]|[\p{Cf}"])*[=+\-@＝＋－＠])/gu;

/** A text holds no formula: an apostrophe stands before it. What separates cells somewhere is within quotes. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const inert = value.replace(/^(?=[\t\r\n])/, "'").replaceAll(formulas, "$1'");
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
