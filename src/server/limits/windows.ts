import type { Grant, Window } from './window.ts';
import { createWindow } from './window.ts';

/** What is asked of one limit: at most `limit` grants for a key in any `windowMs`. */
export interface Ask {
  /** Which limit it is; keys of one are none of another. A window is always asked by the same `windowMs`. */
  readonly window: string;
  readonly windowMs: number;
  readonly key: string;
  readonly limit: number;
  /** So many are granted together or not; absent: one. Where there may never be so many, they are where nothing else was. */
  readonly count?: number;
}

/** Where it is counted what was granted. What is not granted does not count, so that waiting for `retryAfterS` always helps. */
export interface Windows {
  /** Asks one after another until one is not granted: what stands behind it is not counted, what stands before it is. */
  takeInOrder(asks: readonly Ask[], now: number): Promise<Grant>;
  /** Asks each, whatever becomes of the others. */
  takeEach(asks: readonly Ask[], now: number): Promise<readonly Grant[]>;
  /** Forgets what was granted to a key. */
  forget(asked: Pick<Ask, 'window' | 'key'>): Promise<void>;
}

/** Grants one thing. */
export const granted: Grant = { isGranted: true };

/** Counts in memory, this process on its own; of each window it remembers at most `addresses` keys. */
export function createMemoryWindows({ addresses }: { readonly addresses: number }): Windows {
  const windows = new Map<string, Window>();
  const take = ({ window, windowMs, ...request }: Ask, now: number) => {
    const asked = windows.get(window) ?? createWindow({ windowMs, addresses });
    windows.set(window, asked);
    return asked.take({ ...request, now });
  };
  return {
    async takeInOrder(asks, now) {
      for (const ask of asks) {
        const grant = take(ask, now);
        if (!grant.isGranted) return grant;
      }
      return granted;
    },
    takeEach: async (asks, now) => asks.map((ask) => take(ask, now)),
    forget: async ({ window, key }) => windows.get(window)?.forget(key),
  };
}
