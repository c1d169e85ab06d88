import type { Log } from '../log/log.ts';
import { type SigningKeys, signValues } from '../secret/signed-token.ts';
import type { Store } from '../store/store.ts';
import type { LimitGrant } from './window.ts';
import { grantedOne, type LimitAsk, type LimitWindows } from './windows.ts';

export interface SharedWindowsOptions {
  readonly store: Pick<Store, 'consumeLimits' | 'resetLimit'>;
  /** The keys with which limited clients are hashed: the database alone identifies nobody. */
  readonly keys: SigningKeys;
  readonly alone: LimitWindows;
  /**
   * Milliseconds after a failure for which the database is not asked, so that requests do not wait for it
   * again.
   */
  readonly aloneMs: number;
  /** The clock for the windows: that of the database by default, or the given time. */
  readonly clock?: 'of-database' | 'as-told';
  readonly log: Pick<Log, 'error' | 'info'>;
}

/**
 * Creates windows that count in the shared database, with one call per request. While the database fails,
 * this server counts alone in memory: nobody is refused because of the failure, and the limits of a single
 * server still apply.
 */
export function createSharedWindows(options: SharedWindowsOptions): LimitWindows {
  const { store, keys, alone, clock = 'of-database' } = options;
  const hashKey = ({ window, key }: Pick<LimitAsk, 'window' | 'key'>) => signValues([window, key], keys);
  const { ifAvailable } = createAvailability(options);

  /**
   * Asks the database for all windows in one call. Undefined if the database does not answer. `isInOrder`:
   * the windows after the first refusal are not counted.
   */
  async function consume(
    asks: readonly LimitAsk[],
    { isInOrder, now }: ConsumeOptions,
  ): Promise<readonly LimitGrant[] | undefined> {
    if (asks.length === 0) return [];
    const asked = asks.map((ask) => ({
      name: ask.window,
      hash: hashKey(ask),
      windowMs: ask.windowMs,
      limit: ask.limit,
      count: ask.count ?? 1,
    }));
    const request = { asks: asked, isInOrder, ...(clock === 'as-told' && { at: now }) };
    const waits = await ifAvailable(now, () => store.consumeLimits(request));
    return waits?.map(toGrant);
  }

  return {
    async consumeInOrder(asks, now) {
      const grants = await consume(asks, { isInOrder: true, now });
      if (grants === undefined) return alone.consumeInOrder(asks, now);
      return grants.find(({ isGranted }) => !isGranted) ?? grantedOne;
    },
    async consumeEach(asks, now) {
      return (await consume(asks, { isInOrder: false, now })) ?? alone.consumeEach(asks, now);
    },
    async forget(asked) {
      await alone.forget(asked);
      await store.resetLimit(hashKey(asked)).catch(() => undefined);
    },
  };
}

interface ConsumeOptions {
  readonly isInOrder: boolean;
  readonly now: number;
}

function toGrant(waitMs: number): LimitGrant {
  return waitMs <= 0 ? grantedOne : { isGranted: false, retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) };
}

/** Tracks the availability of the database, and logs each change once. */
function createAvailability({ aloneMs, log }: Pick<SharedWindowsOptions, 'aloneMs' | 'log'>) {
  let awaySince: number | undefined;
  return {
    async ifAvailable<Result>(now: number, work: () => Promise<Result>): Promise<Result | undefined> {
      if (awaySince !== undefined && Math.abs(now - awaySince) < aloneMs) return undefined;
      try {
        const result = await work();
        if (awaySince !== undefined) log.info('limits-shared-again');
        awaySince = undefined;
        return result;
      } catch (error) {
        if (awaySince === undefined) log.error('limits-not-shared', error);
        awaySince = now;
        return undefined;
      }
    },
  };
}
