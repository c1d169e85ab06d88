/** What a day is made of. */
export const dateParts = ['day', 'month', 'year'] as const;

/** A part of a day. */
export type DatePart = (typeof dateParts)[number];

/** The parts of a day, each as it was typed; an empty one is `''`. */
export type DateParts = Readonly<Record<DatePart, string>>;

/**
 * The parts of a day, whole or not; undefined for what is neither.
 * `readDateParts('1984-02-') // {year: '1984', month: '02', day: ''}`
 */
export function readDateParts(text: unknown): DateParts | undefined {
  const [, year, month, day] = /^([^-]*)-([^-]*)-([^-]*)$/.exec(String(text)) ?? [];
  return year === undefined || month === undefined || day === undefined ? undefined : { day, month, year };
}

/** What keeps the parts of a day from being one. */
export interface DatePartProblem {
  readonly part: DatePart;
  readonly isMissing: boolean;
  /** The greatest that the part can be, as the others stand. */
  readonly limit: number;
}

/**
 * Which part keeps a day from being one: the first that is missing, else the first that the calendar does not have. Undefined for a day of
 * the calendar, and for what is not in parts. `datePartProblem('2027-02-31') // {part: 'day', isMissing: false, limit: 28}`
 */
export function datePartProblem(text: unknown): DatePartProblem | undefined {
  const parts = readDateParts(text);
  if (parts === undefined) return undefined;
  const days = new Date(Date.UTC(Number(parts.year), Number(parts.month), 0)).getUTCDate();
  const limits = { day: Number(parts.month) <= 12 && days ? days : 31, month: 12, year: 9999 };
  const missing = dateParts.find((part) => parts[part] === '');
  const wrong =
    missing ?? dateParts.find((part) => !isWithin(parts[part], part === 'year' ? 4 : 2, limits[part]));
  return wrong && { part: wrong, isMissing: wrong === missing, limit: limits[wrong] };
}

function isWithin(text: string, length: number, limit: number): boolean {
  return text.length === length && /^\d+$/.test(text) && Number(text) > 0 && Number(text) <= limit;
}
