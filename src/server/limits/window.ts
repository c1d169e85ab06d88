/**
 * The answer to a request; a refusal has the whole seconds until the next one is granted, for `Retry-After`.
 */
export type LimitGrant =
  | { readonly isGranted: true }
  | { readonly isGranted: false; readonly retryAfterS: number };

/** A sliding window: at most `limit` grants for a key in any `windowMs`. */
export interface SlidingWindow {
  /**
   * Requests `count` grants at once (absent: one), all or none. A count above `limit` is granted if the key
   * has no other grants in the window. A refusal does not count, so that waiting for `retryAfterS` always
   * helps.
   */
  consume(request: {
    readonly key: string;
    readonly limit: number;
    readonly count?: number;
    readonly now: number;
  }): LimitGrant;
  /** Removes all grants of a key. */
  forget(key: string): void;
  /** Returns the number of stored moments of all keys, which determines the memory. */
  moments(): number;
}

/** The grants of a key within one thousandth of the window, with the time of the last one. */
interface GrantMoment {
  readonly at: number;
  readonly count: number;
}

/** Grants of one key are counted per thousandth of the window, so that the memory of a key is bounded. */
const momentsOfWindow = 1000;

/**
 * Creates a window for at most `addresses` keys. Beyond that, keys with the oldest last grant are removed
 * first, so that the memory is bounded.
 */
export function createWindow({
  windowMs,
  addresses,
}: {
  readonly windowMs: number;
  readonly addresses: number;
}): SlidingWindow {
  // Sorted by their last grant: a key moves to the end with each.
  const grantsByKey = new Map<string, readonly GrantMoment[]>();
  return {
    consume({ key, limit, count = 1, now }) {
      const known = grantsByKey.get(key);
      const all = known && clampToNow(known, now);
      if (all && all !== known) grantsByKey.set(key, all);
      const recent = all?.filter(({ at }) => now - at < windowMs) ?? [];
      // More than the limit at once is granted if nothing else was.
      const blocking = findBlockingMoment(recent, limit - Math.min(count, limit));
      if (blocking !== undefined) {
        return {
          isGranted: false,
          retryAfterS: Math.max(1, Math.ceil((blocking.at + windowMs - now) / 1000)),
        };
      }
      grantsByKey.delete(key);
      grantsByKey.set(key, addGrant(recent, { at: now, count }, windowMs / momentsOfWindow));
      removeOldest(grantsByKey, { windowMs, addresses, now });
      return { isGranted: true };
    },
    forget: (key) => void grantsByKey.delete(key),
    moments: () => [...grantsByKey.values()].reduce((sum, granted) => sum + granted.length, 0),
  };
}

/**
 * Replaces times in the future by now: after a clock was set back they would block for longer than a window.
 * Returns the same list if there are none.
 */
function clampToNow(granted: readonly GrantMoment[], now: number): readonly GrantMoment[] {
  if ((granted.at(-1)?.at ?? now) <= now) return granted;
  return granted.map(({ at, count }) => ({ at: Math.min(at, now), count }));
}

/**
 * Returns the newest moment that, together with all later ones, has more than `free` grants; undefined if
 * there is none.
 */
function findBlockingMoment(granted: readonly GrantMoment[], free: number): GrantMoment | undefined {
  let since = 0;
  return granted.findLast(({ count }) => {
    since += count;
    return since > free;
  });
}

/** Returns the grants with a further one, merged into the last moment if both are in the same `momentMs`. */
function addGrant(
  granted: readonly GrantMoment[],
  grant: GrantMoment,
  momentMs: number,
): readonly GrantMoment[] {
  const last = granted.at(-1);
  if (last === undefined || Math.floor(last.at / momentMs) !== Math.floor(grant.at / momentMs))
    return [...granted, grant];
  return [...granted.slice(0, -1), { at: grant.at, count: last.count + grant.count }];
}

/**
 * Removes the keys whose grants are all older than the window, and then those with the oldest last grant
 * until at most `addresses` remain.
 */
function removeOldest(
  grantsByKey: Map<string, readonly GrantMoment[]>,
  {
    windowMs,
    addresses,
    now,
  }: { readonly windowMs: number; readonly addresses: number; readonly now: number },
): void {
  for (const [key, granted] of grantsByKey) {
    const isOver = now - (granted.at(-1)?.at ?? 0) >= windowMs;
    if (!isOver && grantsByKey.size <= addresses) return;
    grantsByKey.delete(key);
  }
}
