/** The byte order mark by which a spreadsheet knows UTF-8. */
export const csvStart = '\ufeff';

/** One line of RFC 4180. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** What is `=`, `+`, `-` or `@` once it is folded (Unicode Standard Annex 15, NFKC), as a spreadsheet may fold it. */
const signs = String.raw`=+\-@﹢﹣﹦﹫＋－＝＠⁺⁼₊₌﬩⩵⩶`;

/** What nobody sees before a sign, and quotes; but for what begins a cell anew. */
const unseen = String.raw`[^\S\t\r\n]|(?![\t\r\n])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}"]`;

/**
 * A spreadsheet takes what begins with a sign for a formula, also behind blanks, control characters, invisible marks and quotes, and in other
 * shapes of it (OWASP, "CSV Injection"). A cell begins where it is written, and, for one that separates by semicolons or tabs, as those of
 * many languages do, or that reads lines whatever is quoted, behind each of those within the text.
 */
const formulas = new RegExp(`(^|[;\\t\\r\\n])(?=(?:${unseen})*[${signs}])`, 'gu');

/** A text holds no formula: an apostrophe stands before it. What separates cells somewhere is within quotes. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const inert = value.replace(/^(?=[\t\r\n])/, "'").replaceAll(formulas, "$1'");
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
