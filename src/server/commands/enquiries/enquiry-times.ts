import { dayMs, getDayBounds } from '#engine/model/moments/time-zone.ts';

/**
 * A range of time from the command line, in milliseconds since 1970, `until` exclusive for a day. A single
 * moment has both ends equal.
 */
export interface GivenTimeRange {
  readonly from: number;
  readonly until: number;
}

export const acceptedTimeFormats =
  'a day (2026-11-21), a time in UTC (2026-11-21T07:30), or how long ago (7d, 12h)';

const unitMs = { d: dayMs, h: 3_600_000 };
const daysAndTimes = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Parses a day, a time (in UTC if it has no offset), or a number of days or hours ago. A day gives the range
 * of that day in UTC, the others give a single moment. Undefined if the text has no such format, or if no
 * such day or time exists. `parseGivenTime('12h', now) // 12 hours before now`
 */
export function parseGivenTime(text: string, now: number): GivenTimeRange | undefined {
  const [, count, unit] = /^(\d{1,6})([dh])$/.exec(text) ?? [];
  if (count !== undefined) return toSingleMoment(now - Number(count) * unitMs[unit === 'd' ? 'd' : 'h']);
  const [, day = '', time, zone = 'Z'] = daysAndTimes.exec(text) ?? [];
  const whole = getDayBounds(day, 'UTC');
  return whole && time !== undefined ? toSingleMoment(Date.parse(`${day}T${time}${zone}`)) : whole;
}

/** Returns a range whose ends are equal; undefined if the time is `NaN`. */
function toSingleMoment(at: number): GivenTimeRange | undefined {
  return Number.isNaN(at) ? undefined : { from: at, until: at };
}

/** Returns a time of milliseconds as `2026-11-21 07:00 (UTC)`. */
export function formatUtcTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} (UTC)`;
}
