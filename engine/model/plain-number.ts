/**
 * Converts the characters that people write in numbers to ASCII: digits of every script, full-width forms,
 * dashes, the Arabic decimal separator and spaces of any width. Other characters are normalised (NFKC), and
 * the result need not be a number. Invisible characters such as direction marks are removed; they occur in
 * numbers pasted from an address book. A text longer than any number stays unchanged. `toPlainNumber('٤١٢٫٥')
 * // '412.5'`
 */
export function toPlainNumber(text: string): string {
  if (text.length > maxNumberLength || isAscii.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(/[\p{Bidi_Control}\u00AD\u180E\u200B\u2060-\u2064\uFEFF]/gu, '')
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replaceAll('\u066B', '.')
    .replace(/[\p{Pd}\u2212]/gu, '-');
}

/** Most input is ASCII already. */
const isAscii = /^[ -~]*$/;

/** Length, in characters, of the longest double (IEEE 754) written in full, with a sign and a point. */
const maxNumberLength = 1_077;

/**
 * Converts one decimal digit of any script. The digits 0 to 9 of a script are consecutive, and the digits of
 * several scripts may be adjacent (The Unicode Standard, section 4.6 "Numeric Value").
 */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}
