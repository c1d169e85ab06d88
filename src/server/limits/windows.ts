import type { Grant, Window } from './window.ts';
import { createWindow } from './window.ts';

export interface Ask {
  /** The name of the limit, with separate keys. It is always used with the same `windowMs`. */
  readonly window: string;
  readonly windowMs: number;
  readonly key: string;
  readonly limit: number;
  /**
   * The number to grant, all or none; absent: one. A number above the limit is granted if nothing else was.
   */
  readonly count?: number;
}

/** Counters of grants. A refusal does not count, so that waiting for `retryAfterS` always helps. */
export interface Windows {
  /** Asks one after another until one is refused: those before it count, those after it do not. */
  takeInOrder(asks: readonly Ask[], now: number): Promise<Grant>;
  takeEach(asks: readonly Ask[], now: number): Promise<readonly Grant[]>;
  forget(asked: Pick<Ask, 'window' | 'key'>): Promise<void>;
}

export const granted: Grant = { isGranted: true };

/** Creates windows in the memory of this process, each with at most `addresses` keys. */
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
