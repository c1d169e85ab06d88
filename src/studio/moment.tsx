import type { ReactNode } from 'react';
import { useStudio } from './context.ts';

/** A day and a time, in the studio's language: on the clock of whoever reads it, or on that of a time zone, which is then named. */
export function Moment({
  at,
  timeZone,
}: {
  readonly at: number;
  readonly timeZone?: string | undefined;
}): ReactNode {
  const { locale } = useStudio();
  return <time dateTime={new Date(at).toISOString()}>{momentText(at, locale, timeZone)}</time>;
}

/** `momentText(0, 'en-GB') // '1 Jan 1970, 00:00'` */
export function momentText(at: number, locale: string, timeZone?: string): string {
  const zoned = timeZone === undefined ? {} : { timeZone, timeZoneName: 'short' as const };
  return new Intl.DateTimeFormat(locale, { ...parts, ...zoned }).format(at);
}

const dayParts = { month: 'short', day: 'numeric' } as const;
const parts = { year: 'numeric', ...dayParts, hour: 'numeric', minute: '2-digit' } as const;

/** The day alone, where there is little room: `Nov 26`. */
export function dayText(at: number, locale: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, { ...dayParts, ...(timeZone !== undefined && { timeZone }) }).format(
    at,
  );
}

/** `November 2026` */
export function monthText(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long' }).format(at);
}
