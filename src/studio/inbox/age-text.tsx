import { type ReactNode, useSyncExternalStore } from 'react';
import { useStudioLanguage } from '../ui/language.ts';
import { formatMoment } from '../ui/moment.tsx';
import { formatAge } from './format-age.ts';

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

const minuteMs = 60_000;

let currentMinute = Date.now();

/** Returns the current time in milliseconds since 1970 UTC, and renders the component again each minute. */
export function useCurrentMinute(): number {
  return useSyncExternalStore(subscribeToMinutes, getCurrentMinute, getCurrentMinute);
}

function getCurrentMinute(): number {
  return currentMinute;
}

const minuteListeners = new Set<() => void>();
let minuteTimer: ReturnType<typeof setInterval> | undefined;

/**
 * Calls the listener each minute, by one timer for all listeners: a list has thousands of rows. Returns the function
 * that ends this.
 */
function subscribeToMinutes(listener: () => void): () => void {
  minuteListeners.add(listener);
  if (minuteTimer === undefined) {
    currentMinute = Date.now();
    minuteTimer = setInterval(() => {
      currentMinute = Date.now();
      for (const one of minuteListeners) one();
    }, minuteMs);
  }
  return () => {
    minuteListeners.delete(listener);
    if (minuteListeners.size > 0) return;
    clearInterval(minuteTimer);
    minuteTimer = undefined;
  };
}
