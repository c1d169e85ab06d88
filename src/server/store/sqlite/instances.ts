import type { SyncCalls } from '../store.ts';

/**
 * Calls about other servers: an SQLite database has none. It is in a data folder beside the secret, so
 * servers that share it also share the secret.
 */
export const singleInstanceCalls: Pick<
  SyncCalls,
  'registerInstance' | 'unregisterInstance' | 'claimJob' | 'releaseJob'
> = {
  registerInstance: () => [],
  unregisterInstance: () => undefined,
  claimJob: () => true,
  releaseJob: () => undefined,
};
