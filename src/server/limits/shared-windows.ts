import type { Log } from '../platform/log/log.ts';
import { type SigningKeys, signValues } from '../platform/secret/signed-token.ts';
import type { SharedCalls } from '../store/store.ts';
import type { LimitGrant } from './window.ts';
import { grantedOne, type LimitWindows, type WindowRequest } from './windows.ts';

export interface SharedWindowsOptions {
  readonly store: Pick<SharedCalls, 'consumeLimits' | 'resetLimit'>;
  /** The keys with which limited clients are hashed: the database alone identifies nobody. */
  readonly keys: SigningKeys;
  /** Counts in the memory of this server while the database fails. */
  readonly alone: LimitWindows;
  /**
   * Milliseconds after a failure in which the database is not called, so that requests do not wait for it
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
  /** Returns the keyed hash of a window and a key under which the database counts. */
  const hashKey = ({ window, key }: Pick<WindowRequest, 'window' | 'key'>) => signValues([window, key], keys);
  const { ifAvailable } = createAvailability(options);

  /**
   * Requests grants from all windows with one call to the database. Returns undefined if the database does
   * not answer. With `isInOrder` the windows after the first refusal are not counted.
   */
  async function consumeInDatabase(
    asks: readonly WindowRequest[],
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
    /** Returns the first refusal, else a grant. Counts in memory if the database fails. */
    async consumeInOrder(asks, now) {
      const grants = await consumeInDatabase(asks, { isInOrder: true, now });
      if (grants === undefined) return alone.consumeInOrder(asks, now);
      return grants.find(({ isGranted }) => !isGranted) ?? grantedOne;
    },
    /**
     * Returns the grant or refusal of each window, in their order. Counts in memory if the database fails.
     */
    async consumeEach(asks, now) {
      return (await consumeInDatabase(asks, { isInOrder: false, now })) ?? alone.consumeEach(asks, now);
    },
    /** Removes the grants of a key, in memory and in the database. A failure of the database is ignored. */
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

/** Returns a grant for a wait of 0 or less, else a refusal with the wait in whole seconds, at least 1. */
function toGrant(waitMs: number): LimitGrant {
  return waitMs <= 0 ? grantedOne : { isGranted: false, retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) };
}

/** Tracks the availability of the database, and logs each change once. */
function createAvailability({ aloneMs, log }: Pick<SharedWindowsOptions, 'aloneMs' | 'log'>) {
  let failedAt: number | undefined;
  return {
    /**
     * Runs a task that needs the database. Returns undefined if it fails, or without running it if one has
     * failed within the last `aloneMs`.
     */
    async ifAvailable<Result>(now: number, work: () => Promise<Result>): Promise<Result | undefined> {
      if (failedAt !== undefined && Math.abs(now - failedAt) < aloneMs) return undefined;
      try {
        const result = await work();
        if (failedAt !== undefined) log.info('limits-shared-again');
        failedAt = undefined;
        return result;
      } catch (error) {
        if (failedAt === undefined) log.error('limits-not-shared', error);
        failedAt = now;
        return undefined;
      }
    },
  };
}
