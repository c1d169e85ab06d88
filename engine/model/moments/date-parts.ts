export const dateParts = ['day', 'month', 'year'] as const;

export type DatePart = (typeof dateParts)[number];

/** The parts of a day, each as text. An empty part is `''`. */
export type DateParts = Readonly<Record<DatePart, string>>;

/**
 * Splits a text with exactly two hyphens into year, month and day. The parts are not checked and may be
 * empty. Returns undefined for any other value: `readDateParts('1984-02-') // {year: '1984', month: '02',
 * day: ''}`.
 */
export function readDateParts(text: unknown): DateParts | undefined {
  const [, year, month, day] = /^([^-]*)-([^-]*)-([^-]*)$/.exec(String(text)) ?? [];
  return year === undefined || month === undefined || day === undefined ? undefined : { day, month, year };
}

export interface DatePartProblem {
  readonly part: DatePart;
  /** True if the part is empty, false if it is wrong. */
  readonly isMissing: boolean;
  /** The largest valid value of the part, given the other parts. */
  readonly limit: number;
}

/**
 * Returns the first part (day, month, year) that is missing, else the first that is not in the calendar or
 * has not two digits (a year: four). Returns undefined for a valid day, and for a value that `readDateParts`
 * cannot split: `findDatePartProblem('2027-02-31') // {part: 'day', isMissing: false, limit: 28}`.
 */
export function findDatePartProblem(text: unknown): DatePartProblem | undefined {
  const parts = readDateParts(text);
  if (parts === undefined) return undefined;
  const days = new Date(Date.UTC(Number(parts.year), Number(parts.month), 0)).getUTCDate();
  const limits = { day: Number(parts.month) <= 12 && days ? days : 31, month: 12, year: 9999 };
  const missing = dateParts.find((part) => parts[part] === '');
  const wrong =
    missing ?? dateParts.find((part) => !isValidPart(parts[part], part === 'year' ? 4 : 2, limits[part]));
  return wrong && { part: wrong, isMissing: wrong === missing, limit: limits[wrong] };
}

/** Returns true for a text of exactly `length` digits whose number is from 1 to `limit`. */
function isValidPart(text: string, length: number, limit: number): boolean {
  return text.length === length && /^\d+$/.test(text) && Number(text) > 0 && Number(text) <= limit;
}
