/**
 * Returns true if the JavaScript runtime knows a time zone of that name (IANA), in any letter case:
 * `Europe/Paris`. Returns false for an offset such as `+01:00`.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** One day in milliseconds, which is more than any time zone ever differed from UTC. */
export const dayMs = 86_400_000;

/**
 * Returns by how many milliseconds the clock in a time zone is ahead of UTC at a moment; negative if it is
 * behind. Throws a RangeError for an unknown time zone or an invalid moment.
 * @param moment Milliseconds since 1970 in UTC.
 */
export function getOffsetMs(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(moment);
  /** Returns one part of the date and time that the clock shows, as a number. */
  const getPart = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(
    getPart('year'),
    getPart('month') - 1,
    getPart('day'),
    getPart('hour'),
    getPart('minute'),
    getPart('second'),
  );
  return shown - Math.floor(moment / 1000) * 1000;
}

/**
 * Returns the first moment of a day in a time zone, and that of the next day, in milliseconds since 1970,
 * even if the clock skips midnight or shows it twice. Undefined for an invalid day; throws a RangeError for
 * an unknown time zone. `getDayBounds('2026-11-21', 'Europe/Paris') // from 2026-11-20T23:00:00Z until
 * 2026-11-21T23:00:00Z`
 * @param day `YYYY-MM-DD`.
 */
export function getDayBounds(
  day: string,
  timeZone: string,
): { readonly from: number; readonly until: number } | undefined {
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  // `Date` reads the 30th of February as the 2nd of March.
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 10) !== day) return undefined;
  return { from: getDayStart(asUtc, timeZone), until: getDayStart(asUtc + dayMs, timeZone) };
}

/**
 * Returns the first moment of a day in a time zone, in milliseconds since 1970.
 * @param midnight 00:00 UTC of the same date.
 */
function getDayStart(midnight: number, timeZone: string): number {
  const moments = [midnight - dayMs, midnight + dayMs]
    .map((near) => midnight - getOffsetMs(near, timeZone))
    .filter((moment) => moment + getOffsetMs(moment, timeZone) >= midnight);
  return Math.min(...moments);
}
