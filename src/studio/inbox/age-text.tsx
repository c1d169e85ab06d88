import { type ReactNode, useSyncExternalStore } from 'react';
import { useStudioLanguage } from '../ui/language.ts';
import type { FormatMessage } from '../ui/messages.ts';
import { formatMoment } from '../ui/moment.tsx';

/**
 * Renders the time since a moment: `12 min`, `3 h`, `2 days`; the exact date is its title. It is up to date by
 * the minute. `at` is in milliseconds since 1970 UTC.
 */
export function AgeText({ at }: { readonly at: number }): ReactNode {
  const { say, locale } = useStudioLanguage();
  const now = useCurrentMinute();
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at, locale)}>
      {formatAge({ at, now, locale, say })}
    </time>
  );
}

/** After so many days, a date says more than an age. */
const longestAgeDays = 60;
const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/**
 * Formats the time from `at` until `now`, rounded down, in minutes, hours or days. A moment in the future is just
 * now, and one of more than 60 days ago a date: `formatAge(…) // '3 h'`.
 */
export function formatAge({
  at,
  now,
  locale,
  say,
}: {
  readonly at: number;
  readonly now: number;
  readonly locale: string;
  readonly say: FormatMessage;
}): string {
  const minutes = Math.floor((now - at) / minuteMs);
  if (minutes < 1) return say('age.now');
  if (minutes < 60) return say('age.minutes', { count: minutes });
  if (minutes < dayMinutes) return say('age.hours', { count: Math.floor(minutes / 60) });
  const days = Math.floor(minutes / dayMinutes);
  if (days <= longestAgeDays) return say('age.days', { count: days });
  return new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric' }).format(at);
}

let currentMinute = Date.now();

/** Returns the current time in milliseconds since 1970 UTC, and renders the component again each minute. */
export function useCurrentMinute(): number {
  return useSyncExternalStore(subscribeToMinutes, getCurrentMinute, getCurrentMinute);
}

function getCurrentMinute(): number {
  return currentMinute;
}

/** Calls the listener each minute. Returns the function that ends this. */
function subscribeToMinutes(listener: () => void): () => void {
  const tick = () => {
    currentMinute = Date.now();
    listener();
  };
  tick();
  const timer = setInterval(tick, minuteMs);
  return () => clearInterval(timer);
}
