import type { ReactNode } from 'react';
import { useStudioLanguage } from './language.ts';

/**
 * Renders a date and a time in the studio's language: in the reader's time zone, or in the given one, which
 * is then named. `at` is in milliseconds since 1970 UTC.
 */
export function MomentText({
  at,
  timeZone,
}: {
  readonly at: number;
  readonly timeZone?: string | undefined;
}): ReactNode {
  const { locale } = useStudioLanguage();
  return <time dateTime={new Date(at).toISOString()}>{formatMoment(at, locale, timeZone)}</time>;
}

/**
 * Formats a date and a time: `formatMoment(0, 'en-GB', 'UTC') // '1 Jan 1970, 00:00 UTC'`.
 * @param at Milliseconds since 1970 UTC.
 * @param timeZone IANA. It is named in the text. Absent: the reader's, which is not named.
 */
export function formatMoment(at: number, locale: string, timeZone?: string): string {
  const zoned = timeZone === undefined ? {} : { timeZone, timeZoneName: 'short' as const };
  return new Intl.DateTimeFormat(locale, { ...dateTimeParts, ...zoned }).format(at);
}

const dayParts = { month: 'short', day: 'numeric' } as const;
const dateTimeParts = { year: 'numeric', ...dayParts, hour: 'numeric', minute: '2-digit' } as const;

/**
 * Formats a day without its year, for narrow columns: `Nov 26`. Without `timeZone`, in the reader's time
 * zone.
 * @param at Milliseconds since 1970 UTC.
 */
export function formatShortDay(at: number, locale: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, { ...dayParts, ...(timeZone !== undefined && { timeZone }) }).format(
    at,
  );
}

/**
 * Formats a month in the reader's time zone: `November 2026`.
 * @param at Milliseconds since 1970 UTC.
 */
export function formatMonth(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long' }).format(at);
}
