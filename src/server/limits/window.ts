/** Whether a request is let through; if not, after how many whole seconds (for `Retry-After`) the next one is. */
export type Grant =
  | { readonly isGranted: true }
  | { readonly isGranted: false; readonly retryAfterS: number };

/** A sliding window: at most `limit` grants for a key in any `windowMs`. */
export interface Window {
  /** What is not granted does not count, so that waiting for `retryAfterS` always helps. `count` things at once (absent: one) are granted together or not. */
  take(request: {
    readonly key: string;
    readonly limit: number;
    readonly count?: number;
    readonly now: number;
  }): Grant;
  /** Forgets what was granted to a key. */
  forget(key: string): void;
}

/**
 * Remembers at most `addresses` keys; above that those longest without a grant are forgotten first, so that memory is
 * bounded whoever calls.
 */
export function createWindow({
  windowMs,
  addresses,
}: {
  readonly windowMs: number;
  readonly addresses: number;
}): Window {
  // In the order of their last grant: a key is put at the end with each.
  const grantsOf = new Map<string, readonly number[]>();
  return {
    take({ key, limit, count = 1, now }) {
      // A clock that went back leaves times to come, which would block for longer than a window.
      const times = (grantsOf.get(key) ?? []).map((time) => Math.min(time, now));
      if (grantsOf.has(key)) grantsOf.set(key, times);
      const recent = times.filter((time) => now - time < windowMs);
      // More at once than there may be in all is granted where nothing else was.
      const free = limit - Math.min(count, limit);
      const blocking = recent.at(-free - 1);
      if (free < recent.length && blocking !== undefined) {
        return { isGranted: false, retryAfterS: Math.max(1, Math.ceil((blocking + windowMs - now) / 1000)) };
      }
      grantsOf.delete(key);
      grantsOf.set(key, [...recent, ...Array<number>(count).fill(now)]);
      forgetOldest(grantsOf, { windowMs, addresses, now });
      return { isGranted: true };
    },
    forget: (key) => void grantsOf.delete(key),
  };
}

function forgetOldest(
  grantsOf: Map<string, readonly number[]>,
  {
    windowMs,
    addresses,
    now,
  }: { readonly windowMs: number; readonly addresses: number; readonly now: number },
): void {
  for (const [key, times] of grantsOf) {
    const isOver = now - (times.at(-1) ?? 0) >= windowMs;
    if (!isOver && grantsOf.size <= addresses) return;
    grantsOf.delete(key);
  }
}
