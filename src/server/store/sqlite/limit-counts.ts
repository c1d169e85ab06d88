import type { SyncCalls } from '../store.ts';

/** Nothing is counted here: the one server of this database does it in memory. */
export const limitCalls: Pick<SyncCalls, 'takeCounts' | 'forgetCount' | 'sweepCounts'> = {
  takeCounts: () => undefined,
  forgetCount: () => undefined,
  sweepCounts: () => undefined,
};
