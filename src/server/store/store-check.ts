import type { ReadinessCheck } from '../platform/health/health.ts';
import type { Log } from '../platform/log/log.ts';
import type { Store } from './store.ts';
import { StoreError, type StoreErrorCode } from './store-error.ts';

/**
 * Returns a readiness check that passes if an enquiry could be stored (docs/runbook.md, "Database"). Each
 * reason is logged once until it changes or the check passes. Errors that are no `StoreError` are thrown.
 */
export function createStoreCheck(store: Pick<Store, 'probe'>, log: Pick<Log, 'error'>): ReadinessCheck {
  let loggedReason: string | undefined;
  return {
    name: 'database',
    /** Returns a text about the failure of the store, or about a newer schema; undefined if there is none. */
    async findTrouble() {
      try {
        const isCurrent = await store.probe();
        loggedReason = undefined;
        return isCurrent ? undefined : 'a newer version has changed its schema; stop this server';
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        const { code, message: reason } = error;
        if (reason !== loggedReason) log.error('database-failed', error, { reason });
        loggedReason = reason;
        return reasons[code];
      }
    },
  };
}

const reasons: Readonly<Record<StoreErrorCode, string>> = {
  full: 'it cannot be written to: the disk is full or read-only',
  lost: 'it was removed, replaced or damaged; restore it and start again',
  foreign: 'another version or program wrote it',
  broken: 'it does not work; see the log',
  closed: 'it is closed',
  damaged: 'a row of it is damaged; see the log',
  'reference-taken': 'it refuses new rows',
};
