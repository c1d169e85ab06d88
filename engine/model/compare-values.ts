/** The kind of two compared values. Only values of one kind are compared. */
export type ComparedKind = 'boolean' | 'number' | 'text' | 'id' | 'date' | 'time' | 'date-time';

export const orderedKinds: readonly ComparedKind[] = ['number', 'text', 'date', 'time', 'date-time'];

/**
 * Kinds with several spellings of one value, or for which other texts must not be accepted. A compiled
 * comparison contains the kind as a third operand: `{'<': [{var: 'values.start'}, '2028-01-01', 'date']}`.
 */
const kindsInOperands: readonly unknown[] = [
  'id',
  'date',
  'time',
  'date-time',
] satisfies readonly ComparedKind[];

/**
 * Returns the kind as the third operand of a compiled comparison, or an empty list if it is not needed there.
 */
export function toKindOperand(kind: ComparedKind): readonly [] | readonly [ComparedKind] {
  return kindsInOperands.includes(kind) ? [kind] : [];
}

/**
 * Returns true if two values are equal, or if both are missing (null or undefined).
 * @param kind The third operand of a compiled comparison. With `id`, the number 7 equals the text `7`; with
 *   `time` and `date-time`, spellings of one time are equal. Otherwise the values are compared by `===`.
 */
export function isSameValue(one: unknown, other: unknown, kind?: unknown): boolean {
  const [left, right] = [one ?? undefined, other ?? undefined];
  if (left === undefined || right === undefined) return left === right;
  if (kind === undefined || kind === 'date') return left === right;
  if (kind === 'id') return isTextOrNumber(left) && isTextOrNumber(right) && String(left) === String(right);
  const [first, second] = toOrderPositions(left, right, kind);
  return first === undefined || second === undefined ? left === right : first === second;
}

/**
 * Compares two values: -1 if the first comes before the second, 1 if after, 0 if they are equal; undefined if
 * they are not two values of one ordered kind. An empty text has no order.
 * @param kind `date`, `time` or `date-time`. Absent: the values are numbers or texts.
 */
export function compareValues(one: unknown, other: unknown, kind?: unknown): number | undefined {
  const [left, right] = toOrderPositions(one, other, kind);
  if (left === undefined || right === undefined || typeof left !== typeof right) return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Returns true if a lower limit is above an upper one; false if one is missing or not of the kind. A time
 * with an offset and one without have no fixed order, so they never cross.
 */
export function isCrossed(minimum: unknown, maximum: unknown, kind?: unknown): boolean {
  const isTime = kind === 'time' || kind === 'date-time';
  if (isTime && hasOffset(minimum) !== hasOffset(maximum)) return false;
  return (compareValues(minimum, maximum, kind) ?? 0) > 0;
}

/**
 * Returns comparable positions of two values in the order of their kind; undefined for a value that is not of
 * the kind. If one of them has no offset from UTC, the offset of the other is ignored.
 */
function toOrderPositions(one: unknown, other: unknown, kind: unknown) {
  const isByClock = !hasOffset(one) || !hasOffset(other);
  return [toOrderPosition(one, kind, isByClock), toOrderPosition(other, kind, isByClock)];
}

/** Returns true if a time contains its offset from UTC. `hasOffset('09:30') // false` */
export function hasOffset(time: unknown): boolean {
  return typeof time === 'string' && /(z|[+-]\d\d:?\d\d)$/i.test(time);
}

/**
 * Returns a number or a text by which a value is ordered among the values of its kind; undefined for a value
 * that is not of the kind. `isByClock` means that an offset from UTC is ignored.
 */
function toOrderPosition(value: unknown, kind: unknown, isByClock: boolean): number | string | undefined {
  if (typeof value === 'number') return kind === undefined && Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  switch (kind) {
    case undefined:
      return value === '' ? undefined : value;
    case 'date':
      return isDate(value) ? value : undefined;
    case 'time':
      return parseSeconds(value, isByClock);
    case 'date-time':
      return parseDateTime(value, isByClock);
    default:
      return undefined;
  }
}

function isTextOrNumber(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/**
 * Returns true if a text is a day of the calendar (RFC 3339, `full-date`). `isDate('2027-02-29') // false`
 */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && parseDay(text)?.toISOString().slice(0, 10) === text;
}

/**
 * Returns true if a text is a time of the day, with or without seconds and offset (RFC 3339, `full-time`).
 */
export function isTime(text: string): boolean {
  return parseSeconds(text) !== undefined;
}

/** Returns true if a text is a date and time, with or without seconds and offset (RFC 3339, `date-time`). */
export function isDateTime(text: string): boolean {
  return parseDateTime(text) !== undefined;
}

const timeShape = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d|60)(\.\d+)?)?(?:z|([+-])(\d\d):?(\d\d))?$/i;

/**
 * Returns the seconds from midnight UTC to a time of the day, or undefined for an invalid time. The offset
 * may make them negative; a time without one is read as UTC. `isByClock` means that the offset is ignored.
 */
function parseSeconds(text: string, isByClock = false): number | undefined {
  const [, hours, minutes, seconds = '0', fraction = '', sign, ahead = '0', aside = '0'] =
    timeShape.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const offset = isByClock ? 0 : (sign === '-' ? -60 : 60) * (Number(ahead) * 60 + Number(aside));
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(`${seconds}${fraction}`) - offset;
}

/**
 * Returns the seconds from 1970 to a date and time, or undefined if it is invalid. `isByClock` means that its
 * offset from UTC is ignored.
 */
function parseDateTime(text: string, isByClock = false): number | undefined {
  const [day = '', time = '', ...more] = text.split(/[t ]/i);
  const seconds = parseSeconds(time, isByClock);
  const start = isDate(day) && more.length === 0 ? parseDay(day) : undefined;
  return start === undefined || seconds === undefined ? undefined : start.getTime() / 1000 + seconds;
}

/** Returns the start of a day in UTC, or undefined for a text that is not a date. */
function parseDay(text: string): Date | undefined {
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? undefined : day;
}

export const dateUnits = ['days', 'weeks', 'months', 'years'] as const;

export type DateUnit = (typeof dateUnits)[number];

/** The amount by which a date is shifted: `{count: -18, unit: 'years'}`. */
export interface DateShift {
  readonly count: number;
  readonly unit: DateUnit;
}

/**
 * Shifts a date by some days, weeks, months or years, or back if the count is negative. A day that the month
 * does not have becomes its last day. Returns undefined for a value that is no date, and if the result is
 * outside of the years 0 to 9999. `shiftDate('2027-01-31', {count: 1, unit: 'months'}) // '2027-02-28'`
 */
export function shiftDate(date: unknown, { count, unit }: DateShift): string | undefined {
  const day = typeof date === 'string' && isDate(date) ? parseDay(date) : undefined;
  if (day === undefined) return undefined;
  if (unit === 'days' || unit === 'weeks')
    day.setUTCDate(day.getUTCDate() + count * (unit === 'weeks' ? 7 : 1));
  else shiftMonths(day, count * (unit === 'years' ? 12 : 1));
  const shifted = Number.isNaN(day.getTime()) ? '' : day.toISOString().slice(0, 10);
  return isDate(shifted) ? shifted : undefined;
}

/** Changes `day` by a number of months. A day that the month does not have becomes its last day. */
function shiftMonths(day: Date, count: number): void {
  const wanted = day.getUTCDate();
  day.setUTCDate(1);
  day.setUTCMonth(day.getUTCMonth() + count);
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  day.setUTCDate(Math.min(wanted, last));
}
