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
  /** Returns how many moments with grants are remembered, of all keys together: what the window's memory grows with. */
  moments(): number;
}

/** So many things that were granted within a moment, by its end. */
interface Granted {
  readonly at: number;
  readonly count: number;
}

/** Grants of one key are told apart by a thousandth of the window, so that a key takes little memory however many there are. */
const momentsOfWindow = 1000;

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
  const grantsOf = new Map<string, readonly Granted[]>();
  return {
    take({ key, limit, count = 1, now }) {
      const known = grantsOf.get(key);
      const all = known && unlessToCome(known, now);
      if (all && all !== known) grantsOf.set(key, all);
      const recent = all?.filter(({ at }) => now - at < windowMs) ?? [];
      // More at once than there may be in all is granted where nothing else was.
      const blocking = newestAbove(recent, limit - Math.min(count, limit));
      if (blocking !== undefined) {
        return {
          isGranted: false,
          retryAfterS: Math.max(1, Math.ceil((blocking.at + windowMs - now) / 1000)),
        };
      }
      grantsOf.delete(key);
      grantsOf.set(key, added(recent, { at: now, count }, windowMs / momentsOfWindow));
      forgetOldest(grantsOf, { windowMs, addresses, now });
      return { isGranted: true };
    },
    forget: (key) => void grantsOf.delete(key),
    moments: () => [...grantsOf.values()].reduce((sum, granted) => sum + granted.length, 0),
  };
}

/** A clock that went back leaves times to come, which would block for longer than a window. */
function unlessToCome(granted: readonly Granted[], now: number): readonly Granted[] {
  if ((granted.at(-1)?.at ?? now) <= now) return granted;
  return granted.map(({ at, count }) => ({ at: Math.min(at, now), count }));
}

/** The newest since which there were more than `free`; undefined where there were not. */
function newestAbove(granted: readonly Granted[], free: number): Granted | undefined {
  let since = 0;
  return granted.findLast(({ count }) => {
    since += count;
    return since > free;
  });
}

function added(granted: readonly Granted[], one: Granted, momentMs: number): readonly Granted[] {
  const last = granted.at(-1);
  if (last === undefined || Math.floor(last.at / momentMs) !== Math.floor(one.at / momentMs))
    return [...granted, one];
  return [...granted.slice(0, -1), { at: one.at, count: last.count + one.count }];
}

function forgetOldest(
  grantsOf: Map<string, readonly Granted[]>,
  {
    windowMs,
    addresses,
    now,
  }: { readonly windowMs: number; readonly addresses: number; readonly now: number },
): void {
  for (const [key, granted] of grantsOf) {
    const isOver = now - (granted.at(-1)?.at ?? 0) >= windowMs;
    if (!isOver && grantsOf.size <= addresses) return;
    grantsOf.delete(key);
  }
}
