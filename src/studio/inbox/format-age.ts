import type { FormatMessage } from '../ui/messages.ts';

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
