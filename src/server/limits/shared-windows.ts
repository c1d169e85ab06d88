import type { Log } from '../log/log.ts';
import { type Keys, signatureOf } from '../secret/signed-token.ts';
import type { Store } from '../store/store.ts';
import type { Grant } from './window.ts';
import { type Ask, granted, type Windows } from './windows.ts';

export interface SharedWindowsOptions {
  readonly store: Pick<Store, 'takeCounts' | 'forgetCount'>;
  /** The keys with which limited clients are hashed: the database alone identifies nobody. */
  readonly keys: Keys;
  readonly alone: Windows;
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
export function createSharedWindows(options: SharedWindowsOptions): Windows {
  const { store, keys, alone, clock = 'of-database' } = options;
  const hashOf = ({ window, key }: Pick<Ask, 'window' | 'key'>) => signatureOf([window, key], keys);
  const { unlessAway } = createAbsence(options);

  async function take(
    asks: readonly Ask[],
    { isInOrder, now }: Taking,
  ): Promise<readonly Grant[] | undefined> {
    if (asks.length === 0) return [];
    const asked = asks.map((ask) => ({
      ...{ name: ask.window, hash: hashOf(ask), windowMs: ask.windowMs },
      ...{ limit: ask.limit, count: ask.count ?? 1 },
    }));
    const request = { asks: asked, isInOrder, ...(clock === 'as-told' && { at: now }) };
    const waits = await unlessAway(now, () => store.takeCounts(request));
    return waits?.map(grantAfter);
  }

  return {
    async takeInOrder(asks, now) {
      const grants = await take(asks, { isInOrder: true, now });
      if (grants === undefined) return alone.takeInOrder(asks, now);
      return grants.find(({ isGranted }) => !isGranted) ?? granted;
    },
    async takeEach(asks, now) {
      return (await take(asks, { isInOrder: false, now })) ?? alone.takeEach(asks, now);
    },
    async forget(asked) {
      await alone.forget(asked);
      await store.forgetCount(hashOf(asked)).catch(() => undefined);
    },
  };
}

interface Taking {
  readonly isInOrder: boolean;
  readonly now: number;
}

function grantAfter(waitMs: number): Grant {
  return waitMs <= 0 ? granted : { isGranted: false, retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) };
}

/** Tracks the availability of the database, and logs each change once. */
function createAbsence({ aloneMs, log }: Pick<SharedWindowsOptions, 'aloneMs' | 'log'>) {
  let awaySince: number | undefined;
  return {
    /** Returns the result of the work; undefined while the database is not available. */
    async unlessAway<Result>(now: number, work: () => Promise<Result>): Promise<Result | undefined> {
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
