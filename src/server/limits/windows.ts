import type { LimitGrant, SlidingWindow } from './window.ts';
import { createWindow } from './window.ts';

export interface WindowRequest {
  /** The name of the limit, with separate keys. It is always used with the same `windowMs`. */
  readonly window: string;
  readonly windowMs: number;
  readonly key: string;
  /** Maximum number of grants of the key within `windowMs`. */
  readonly limit: number;
  /**
   * The number to grant, all or none; absent: one. A number above the limit is granted if nothing else was.
   */
  readonly count?: number;
}

/** Counters of grants. A refusal does not count, so that waiting for `retryAfterS` always helps. */
export interface LimitWindows {
  /**
   * Requests one after another until one is refused, and returns the refusal, or a grant if none is. Requests
   * before the refused one are counted, those after it are not.
   */
  consumeInOrder(asks: readonly WindowRequest[], now: number): Promise<LimitGrant>;
  /** Requests each of them, also after a refusal. Returns the grants in the same order. */
  consumeEach(asks: readonly WindowRequest[], now: number): Promise<readonly LimitGrant[]>;
  /** Removes all grants of a key in one window. */
  forget(asked: Pick<WindowRequest, 'window' | 'key'>): Promise<void>;
}

export const grantedOne: LimitGrant = { isGranted: true };

/**
 * Creates windows in the memory of this process, each with at most `addresses` keys. Beyond that, keys with
 * the oldest last grant are removed first.
 */
export function createMemoryWindows({ addresses }: { readonly addresses: number }): LimitWindows {
  const windows = new Map<string, SlidingWindow>();
  /** Requests from one window, which is created on first use. */
  const consumeOne = ({ window, windowMs, ...request }: WindowRequest, now: number) => {
    const slidingWindow = windows.get(window) ?? createWindow({ windowMs, addresses });
    windows.set(window, slidingWindow);
    return slidingWindow.consume({ ...request, now });
  };
  return {
    async consumeInOrder(asks, now) {
      for (const ask of asks) {
        const grant = consumeOne(ask, now);
        if (!grant.isGranted) return grant;
      }
      return grantedOne;
    },
    consumeEach: async (asks, now) => asks.map((ask) => consumeOne(ask, now)),
    forget: async ({ window, key }) => windows.get(window)?.forget(key),
  };
}
