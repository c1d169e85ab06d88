import { plainNumber } from './plain-number.ts';

/**
 * Reads a finite number, with the signs of decimals and of thousands in use and in the digits of any script.
 *
 * A point or a comma before three digits may be either sign: the language decides, and without one a point is that of decimals and a
 * comma is not read.
 *
 * @param locale - the language of the page, BCP 47.
 * @returns undefined for what is no number, and for one of more digits than a number holds: what is sent would be another.
 * `readNumber('٨٫٥') // 8.5`, `readNumber('1,200', 'en') // 1200`, `readNumber('1,200', 'de') // 1.2`
 */
export function readNumber(text: string, locale?: string): number | undefined {
  if (notDecimal.test(text)) return undefined;
  const plain = ungrouped(plainNumber(text).trim(), locale);
  if (plain === undefined || plain === '') return undefined;
  const number = Number(plain);
  const isHeld = String(number) === plain || digitsOf(plain) <= heldDigits(number);
  return Number.isFinite(number) && isHeld ? number : undefined;
}

/** Signs of what JavaScript reads as another number than its digits say: `0x10`, `0b11`, and by NFKC `10²`. */
const notDecimal = /[box\p{No}]/iu;

/** Writes a number as `readNumber` reads it in a language: `writeNumber(1.234, 'de') // '1,234'`. */
export function writeNumber(number: number, locale?: string): string {
  return String(number).replace('.', decimalSignOf(locale) ?? '.');
}

/** A separator of thousands that is no point or comma: a space (NFKC has made all widths one), a Swiss apostrophe, the Arabic sign. */
const groupSigns = /(\d)[ \u0027\u2019\u066C](?=\d{3}(?:\D|$))/g;

/** Returns the pattern of digits grouped by a separator: the last group has three digits, those before it three or, in India, two. */
const grouped = (sign: string) => new RegExp(`^[+-]?\\d{1,3}(?:\\${sign}\\d{2,3})*\\${sign}\\d{3}$`);
const byCommas = grouped(',');
const byPoints = grouped('.');

/** Returns a number without separators of thousands and with a decimal point; undefined where it may be two numbers. */
function ungrouped(written: string, locale: string | undefined): string | undefined {
  const plain = written.replace(groupSigns, '$1');
  const [comma, point] = [plain.lastIndexOf(','), plain.lastIndexOf('.')];
  if (comma === -1 && point === -1) return plain;
  // Of two signs the last one is that of decimals.
  if (comma !== -1 && point !== -1)
    return comma > point ? split(plain, comma, byPoints) : split(plain, point, byCommas);
  const [sign, isGrouped] = comma === -1 ? (['.', byPoints] as const) : ([',', byCommas] as const);
  const pieces = plain.split(sign);
  if (!isGrouped.test(plain)) return pieces.length === 2 ? plain.replace(',', '.') : undefined;
  if (pieces.length > 2) return pieces.join('');
  // Nobody groups what begins with a zero.
  const decimal = /^[+-]?0/.test(plain) ? sign : (decimalSignOf(locale) ?? (sign === '.' ? '.' : undefined));
  if (decimal === undefined) return undefined;
  return decimal === sign ? pieces.join('.') : pieces.join('');
}

/** Returns a number that has both separators, split at that of its decimals; undefined where its digits are not grouped. */
function split(plain: string, at: number, isGrouped: RegExp): string | undefined {
  const whole = plain.slice(0, at);
  return isGrouped.test(whole) ? `${whole.replace(/[.,]/g, '')}.${plain.slice(at + 1)}` : undefined;
}

const signs = new Map<string, string>();

/** Returns the decimal separator of a language; a point where it is neither a point nor a comma. */
function decimalSignOf(locale: string | undefined): string | undefined {
  if (locale === undefined) return undefined;
  const known = signs.get(locale);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  const sign = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
  signs.set(locale, sign);
  return sign;
}

/** Digits that tell: without zeros in front, and without those that end a fraction or a whole number. */
function digitsOf(plain: string): number {
  const [mantissa = ''] = plain.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  return digits.search(/[^0]0*$/) + 1;
}

/** A double tells 15 digits for sure (IEEE 754), and every whole number up to 2^53. */
function heldDigits(number: number): number {
  return Number.isSafeInteger(number) ? 16 : 15;
}
