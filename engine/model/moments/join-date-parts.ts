import { toPlainNumber } from '../plain-number.ts';
import { type DatePart, type DateParts, dateParts } from './date-parts.ts';

/**
 * Joins the typed parts of a day to a text `YYYY-MM-DD`. It is not checked: `findDatePartProblem` reports
 * missing and wrong parts. Undefined if nothing was typed. Digits may be of any script. A year of two digits
 * is in the past or at most ten years ahead: `joinDateParts({day: '3', month: '5', year: '84'}, 2026) //
 * '1984-05-03'`.
 */
export function joinDateParts(typed: Partial<DateParts>, thisYear: number): string | undefined {
  const [day, month, year] = dateParts.map((part) => normaliseTypedPart(part, typed[part] ?? '', thisYear));
  return day || month || year ? `${year}-${month}-${day}` : undefined;
}

/**
 * Returns a number in ASCII digits, with at least two digits for a day or month, and with four for a year of
 * two digits. Any other text is trimmed and stays, so that it is reported; its hyphens become dashes.
 */
function normaliseTypedPart(part: DatePart, typed: string, thisYear: number): string {
  const plain = toPlainNumber(typed).trim();
  // A hyphen would end the part.
  if (!/^\d+$/.test(plain)) return plain.replaceAll('-', '–');
  if (part === 'year') return plain.length === 2 ? toFourDigitYear(Number(plain), thisYear) : plain;
  return String(Number(plain)).padStart(2, '0');
}

/**
 * Years from now within which a year of two digits lies in the future: a delivery in 31 is ahead, a birth in
 * 84 is past.
 */
const yearsAhead = 10;

/**
 * Returns the latest year with these last two digits that is at most `yearsAhead` from now:
 * `toFourDigitYear(84, 2026) // '1984'`.
 */
function toFourDigitYear(twoDigits: number, thisYear: number): string {
  const latest = thisYear + yearsAhead;
  const year = latest - (latest % 100) + twoDigits;
  return String(year > latest ? year - 100 : year);
}
