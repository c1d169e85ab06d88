import type { SyncCalls } from '../store.ts';

/** Servers that share a data folder run on one machine, one for as long as it takes to put the other in its place. */
export const sharedFiles: Pick<SyncCalls, 'needFiles' | 'shareFile' | 'sharedFile' | 'forgetFiles'> = {
  needFiles: () => [],
  shareFile: () => undefined,
  sharedFile: () => undefined,
  forgetFiles: () => 0,
};
