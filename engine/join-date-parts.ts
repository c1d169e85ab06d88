import { type DatePart, type DateParts, dateParts } from './date-parts.ts';
import { toPlainNumber } from './resolve/plain-number.ts';

/**
 * Joins the typed parts of a day. Returns an ISO date if they are complete, else the incomplete parts in the
 * same order for `findDatePartProblem`, or undefined if nothing was typed. Digits may be of any script. A
 * year of two digits is in the past or at most ten years ahead: `joinDateParts({day: '3', month: '5', year:
 * '84'}, 2026) // '1984-05-03'`.
 */
export function joinDateParts(typed: Partial<DateParts>, thisYear: number): string | undefined {
  const [day, month, year] = dateParts.map((part) => normalisePart(part, typed[part] ?? '', thisYear));
  return day || month || year ? `${year}-${month}-${day}` : undefined;
}

function normalisePart(part: DatePart, typed: string, thisYear: number): string {
  const plain = toPlainNumber(typed).trim();
  // Text that is not a number stays, so that it is reported. A hyphen would end the part.
  if (!/^\d+$/.test(plain)) return plain.replaceAll('-', '–');
  if (part === 'year') return plain.length === 2 ? expandYear(Number(plain), thisYear) : plain;
  return String(Number(plain)).padStart(2, '0');
}

/**
 * Years from now within which a year of two digits lies in the future: a delivery in 31 is ahead, a birth in
 * 84 is past.
 */
const yearsAhead = 10;

function expandYear(short: number, thisYear: number): string {
  const latest = thisYear + yearsAhead;
  const year = latest - (latest % 100) + short;
  return String(year > latest ? year - 100 : year);
}
