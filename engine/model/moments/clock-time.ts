import { dayMs, getOffsetMs, isTimeZone } from './time-zone.ts';

export interface ClockTime {
  /** `2026-11-23T09:00`. A time that the clock shows twice has an offset: `2026-10-25T02:30+01:00`. */
  readonly at: string;
  /** An IANA time zone: `Europe/Paris`. */
  readonly timeZone: string;
}

/**
 * The reason why a time is no future moment: it cannot be read, its time zone is unknown, it is over, or the
 * clock skips it or shows it twice.
 */
export type TimeRefusal = 'malformed' | 'no-time-zone' | 'past' | 'skipped' | 'twice';

/**
 * The moment of a clock time in milliseconds since 1970, or the reason why there is none. `choices` are the
 * times with offsets to choose from, the earlier first; only for `twice`.
 */
export type ResolvedMoment =
  | { readonly ok: true; readonly at: number }
  | { readonly ok: false; readonly reason: TimeRefusal; readonly choices?: readonly string[] };

const timePattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)([+-]\d\d:\d\d|Z)?$/;

/**
 * Returns the moment at which a clock in a time zone shows a time: `resolveClockTime({at: '2026-11-23T09:00',
 * timeZone: 'Europe/Paris'}, now)`. A time that the clock skips in spring, and one that is not after `now`,
 * is refused; a time that it shows twice in autumn needs an offset. Another offset than that of the clock is
 * `malformed`.
 * @param now Milliseconds since 1970.
 */
export function resolveClockTime({ at, timeZone }: ClockTime, now: number): ResolvedMoment {
  if (!isTimeZone(timeZone)) return { ok: false, reason: 'no-time-zone' };
  const [, local = '', offset] = timePattern.exec(at) ?? [];
  const asUtc = Date.parse(`${local}:00Z`);
  // `Date` reads the 30th of February as the 2nd of March.
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 16) !== local)
    return { ok: false, reason: 'malformed' };
  const offsets = new Set([asUtc - dayMs, asUtc + dayMs].map((near) => getOffsetMs(near, timeZone)));
  const shown = [...offsets]
    .map((ms) => asUtc - ms)
    .filter((moment) => moment + getOffsetMs(moment, timeZone) === asUtc)
    .toSorted((one, other) => one - other);
  const meant = shown.filter((moment) => offset === undefined || formatOffset(asUtc - moment) === offset);
  const [moment, other] = meant;
  if (moment === undefined) return { ok: false, reason: shown.length === 0 ? 'skipped' : 'malformed' };
  if (other !== undefined) {
    const choices = meant.map((one) => `${local}${formatOffset(asUtc - one)}`);
    return { ok: false, reason: 'twice', choices };
  }
  return moment <= now ? { ok: false, reason: 'past' } : { ok: true, at: moment };
}

/** Formats an offset in milliseconds, rounded to minutes: `+02:00`. */
function formatOffset(ms: number): string {
  const minutes = Math.abs(Math.round(ms / 60_000));
  const padToTwo = (number: number) => String(number).padStart(2, '0');
  return `${ms < 0 ? '-' : '+'}${padToTwo(Math.floor(minutes / 60))}:${padToTwo(minutes % 60)}`;
}
