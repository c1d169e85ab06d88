import type { SyncCalls } from '../store.ts';

/** The database lies in a data folder with the secret beside it: whoever shares the one shares the other. */
export const instances: Pick<SyncCalls, 'noteInstance' | 'forgetInstance' | 'takeJob' | 'endJob'> = {
  noteInstance: () => [],
  forgetInstance: () => undefined,
  takeJob: () => true,
  endJob: () => undefined,
};
