import type { SyncCalls } from '../store.ts';

/** Calls about shared limits, which SQLite does not count: the only server counts in memory. */
export const limitCalls: Pick<SyncCalls, 'takeCounts' | 'forgetCount' | 'sweepCounts'> = {
  takeCounts: () => undefined,
  forgetCount: () => undefined,
  sweepCounts: () => undefined,
};
