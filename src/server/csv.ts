/** The byte order mark by which a spreadsheet knows UTF-8. */
export const csvStart = '\ufeff';

/** One line of RFC 4180. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** What a spreadsheet would take for a formula, also behind blanks and in wide letters, is a text (OWASP, "CSV Injection"). */
function csvCell(value: string | number): string {
  const text = String(value);
  const inert =
    typeof value === 'string' && /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
