/**
 * A number, or what is written like one, in ASCII: the digits of every script, full-width forms, dashes, Arabic's decimal
 * separator and spaces of any width. What nobody sees goes, as marks that steer the direction of a text: it comes along when a number
 * is pasted from an address book. A text that is longer than any number stays as it is.
 * `plainNumber('٤١٢٫٥') // '412.5'`
 */
export function plainNumber(text: string): string {
  if (text.length > longestNumber || isAscii.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(/[\p{Bidi_Control}\u00AD\u180E\u200B\u2060-\u2064\uFEFF]/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replaceAll('\u066B', '.')
    .replace(/[\p{Pd}\u2212]/gu, '-');
}

/** Most of what is entered is plain already. */
const isAscii = /^[ -~]*$/;

/** In characters; of a double (IEEE 754), written out whole, with a sign and a point. */
const longestNumber = 1_077;

/** The digits of a script stand in a row, 0 to 9, and rows may follow each other (The Unicode Standard, section 4.6 "Numeric Value"). */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}
