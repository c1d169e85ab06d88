import type { SyncCalls } from '../store.ts';

/**
 * Calls about shared files, which SQLite does not store. Servers that share a data folder run on one machine,
 * and only while one replaces the other.
 */
export const unsharedFileCalls: Pick<
  SyncCalls,
  'reportNeededFiles' | 'shareFile' | 'sharedFile' | 'forgetFiles'
> = {
  reportNeededFiles: () => [],
  shareFile: () => undefined,
  sharedFile: () => undefined,
  forgetFiles: () => 0,
};
