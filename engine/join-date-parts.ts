import { type DatePart, type DateParts, dateParts } from './date-parts.ts';
import { toPlainNumber } from './resolve/plain-number.ts';

/**
 * Joins the typed parts of a day. Returns an ISO date if they are complete, else the incomplete parts in the
 * same order for `findDatePartProblem`, or undefined if nothing was typed. Digits may be of any script. A
 * year of two digits is in the past or at most ten years ahead: `joinDateParts({day: '3', month: '5', year:
 * '84'}, 2026) // '1984-05-03'`.
 */
export function joinDateParts(typed: Partial<DateParts>, thisYear: number): string | undefined {
  const [day, month, year] = dateParts.map((part) => normaliseTypedPart(part, typed[part] ?? '', thisYear));
  return day || month || year ? `${year}-${month}-${day}` : undefined;
}

/**
 * Returns a number in ASCII digits, with two digits for day and month and four for a short year. Other text
 * stays, so that it is reported.
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

function toFourDigitYear(twoDigits: number, thisYear: number): string {
  const latest = thisYear + yearsAhead;
  const year = latest - (latest % 100) + twoDigits;
  return String(year > latest ? year - 100 : year);
}
