import type { SyncCalls } from '../store.ts';

/** Calls about shared limits, which SQLite does not count: the only server counts in memory. */
export const unsharedLimitCalls: Pick<SyncCalls, 'consumeLimits' | 'resetLimit' | 'sweepLimits'> = {
  consumeLimits: () => undefined,
  resetLimit: () => undefined,
  sweepLimits: () => undefined,
};
