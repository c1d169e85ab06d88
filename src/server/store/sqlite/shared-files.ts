import type { SyncCalls } from '../store.ts';

/**
 * Calls about shared files, which SQLite does not store. Servers that share a data folder run on one machine,
 * and only while one replaces the other.
 */
export const sharedFiles: Pick<SyncCalls, 'needFiles' | 'shareFile' | 'sharedFile' | 'forgetFiles'> = {
  needFiles: () => [],
  shareFile: () => undefined,
  sharedFile: () => undefined,
  forgetFiles: () => 0,
};
