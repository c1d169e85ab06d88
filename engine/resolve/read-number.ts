import { toPlainNumber } from '../model/plain-number.ts';

/**
 * Reads a finite number with the common decimal and group separators and with digits of any script.
 *
 * A point or a comma before three digits is ambiguous. The language decides. Without a language a point is
 * the decimal separator, and a comma is not read.
 *
 * @param locale The language of the page, BCP 47.
 * @returns The number. Undefined if the text is not a number, or if it has more digits than a double can
 * represent, because another number would be sent. `readNumber('٨٫٥') // 8.5`, `readNumber('1,200', 'en') //
 * 1200`, `readNumber('1,200', 'de') // 1.2`
 */
export function readNumber(text: string, locale?: string): number | undefined {
  if (notDecimal.test(text)) return undefined;
  const plain = removeGroupSigns(toPlainNumber(text).trim(), locale);
  if (plain === undefined || plain === '') return undefined;
  const number = Number(plain);
  const isExact = String(number) === plain || countSignificantDigits(plain) <= getExactDigits(number);
  return Number.isFinite(number) && isExact ? number : undefined;
}

/**
 * Characters with which JavaScript reads another number than a person would: `0x10`, `0b11`, and through NFKC
 * `10²`.
 */
const notDecimal = /[box\p{No}]/iu;

/**
 * Writes a number in the notation that `readNumber` reads in a language, without group separators:
 * `writeNumber(1.234, 'de') // '1,234'`. Without a language, the decimal separator is a point.
 */
export function writeNumber(number: number, locale?: string): string {
  return String(number).replace('.', getDecimalSign(locale) ?? '.');
}

/**
 * Group separators other than point and comma: a space (NFKC has unified all widths), the Swiss apostrophe,
 * the Arabic separator.
 */
const groupSigns = /(\d)[ \u0027\u2019\u066C](?=\d{3}(?:\D|$))/g;

/**
 * Returns the pattern of a number with group separators. The last group has three digits, the others three
 * or, in India, two.
 */
const createGroupedPattern = (sign: string) =>
  new RegExp(`^[+-]?\\d{1,3}(?:\\${sign}\\d{2,3})*\\${sign}\\d{3}$`);
const byCommas = createGroupedPattern(',');
const byPoints = createGroupedPattern('.');

/**
 * Returns a number without group separators and with a decimal point. Undefined if it is ambiguous or its
 * separators are misplaced. Other characters are not checked.
 */
function removeGroupSigns(written: string, locale: string | undefined): string | undefined {
  const plain = written.replace(groupSigns, '$1');
  const [comma, point] = [plain.lastIndexOf(','), plain.lastIndexOf('.')];
  if (comma === -1 && point === -1) return plain;
  // If both signs occur, the last one is the decimal separator.
  if (comma !== -1 && point !== -1)
    return comma > point ? splitAtDecimal(plain, comma, byPoints) : splitAtDecimal(plain, point, byCommas);
  const [sign, isGrouped] = comma === -1 ? (['.', byPoints] as const) : ([',', byCommas] as const);
  const pieces = plain.split(sign);
  if (!isGrouped.test(plain)) return pieces.length === 2 ? plain.replace(',', '.') : undefined;
  if (pieces.length > 2) return pieces.join('');
  // A number that begins with zero has no group separators.
  const decimal = /^[+-]?0/.test(plain) ? sign : (getDecimalSign(locale) ?? (sign === '.' ? '.' : undefined));
  if (decimal === undefined) return undefined;
  return decimal === sign ? pieces.join('.') : pieces.join('');
}

/**
 * Returns a number that has both separators, without group separators and with a decimal point. Returns
 * undefined if the digits before the decimal separator are not grouped correctly.
 * @param decimalIndex The index of the decimal separator.
 */
function splitAtDecimal(plain: string, decimalIndex: number, groupedPattern: RegExp): string | undefined {
  const whole = plain.slice(0, decimalIndex);
  return groupedPattern.test(whole)
    ? `${whole.replace(/[.,]/g, '')}.${plain.slice(decimalIndex + 1)}`
    : undefined;
}

const signsByLocale = new Map<string, string>();

/**
 * Returns the decimal separator of a language: a comma, else a point. Returns undefined without a language.
 */
function getDecimalSign(locale: string | undefined): string | undefined {
  if (locale === undefined) return undefined;
  const known = signsByLocale.get(locale);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  const sign = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
  signsByLocale.set(locale, sign);
  return sign;
}

/** Returns the number of significant digits, without leading zeros and without trailing zeros. */
function countSignificantDigits(plain: string): number {
  const [mantissa = ''] = plain.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  return digits.search(/[^0]0*$/) + 1;
}

/**
 * Returns the number of digits that a double represents exactly: 15 (IEEE 754), or 16 for integers up to
 * 2^53.
 */
function getExactDigits(number: number): number {
  return Number.isSafeInteger(number) ? 16 : 15;
}
