import type { ReadinessCheck } from '../health/health.ts';
import type { Store } from './store.ts';
import { StoreError, type StoreErrorCode } from './store-error.ts';

/** Whether an enquiry could be stored (docs/runbook.md, "Database"). */
export function storeCheck(store: Pick<Store, 'probe'>): ReadinessCheck {
  return {
    name: 'database',
    async look() {
      try {
        const isCurrent = await store.probe();
        return isCurrent ? undefined : 'a newer version has changed its shape; stop this server';
      } catch (error) {
        if (error instanceof StoreError) return reasons[error.code];
        throw error;
      }
    },
  };
}

const reasons: Readonly<Record<StoreErrorCode, string>> = {
  full: 'it cannot be written to: the disk is full, or does not let it',
  lost: 'it was removed, replaced or damaged; restore it and start again',
  foreign: 'another version or program wrote it',
  broken: 'it does not do its work; the log says why',
  closed: 'it is closed',
  'reference-taken': 'it refuses what is written',
};
