import { type DatePart, type DateParts, dateParts } from './date-parts.ts';
import { plainNumber } from './resolve/plain-number.ts';

/**
 * What was typed as the parts of a day, as one text: an ISO date where they are whole, else the parts in its order, for `datePartProblem` to
 * say what is missing; undefined where nothing was typed. Digits are of any script, and a year of two digits is the one that ends ten
 * years from now or earlier.
 * `joinDateParts({day: '3', month: '5', year: '84'}, 2026) // '1984-05-03'`
 */
export function joinDateParts(typed: Partial<DateParts>, thisYear: number): string | undefined {
  const [day, month, year] = dateParts.map((part) => joined(part, typed[part] ?? '', thisYear));
  return day || month || year ? `${year}-${month}-${day}` : undefined;
}

function joined(part: DatePart, typed: string, thisYear: number): string {
  const plain = plainNumber(typed).trim();
  // What is no number is kept to be refused; a hyphen would be taken for the end of the part.
  if (!/^\d+$/.test(plain)) return plain.replaceAll('-', '–');
  if (part === 'year') return plain.length === 2 ? fullYear(Number(plain), thisYear) : plain;
  return String(Number(plain)).padStart(2, '0');
}

/** How far from now a year of two digits may lie: delivery in 31 is to come, a birth in 84 has been. */
const yearsAhead = 10;

function fullYear(short: number, thisYear: number): string {
  const latest = thisYear + yearsAhead;
  const year = latest - (latest % 100) + short;
  return String(year > latest ? year - 100 : year);
}
