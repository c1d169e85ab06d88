import { read, write } from './call.ts';

/** What pages of one server name, and another one may be asked for. */
export interface SharedFile {
  /** Whatever is at it never changes: `/assets/page-BN-r3t4L.js`. */
  readonly address: string;
  readonly content: Uint8Array;
}

/** The store's calls about such files. A database that is one server's own keeps none. */
export const sharedFileCalls = {
  /** Says that a server lives whose pages name these addresses; gives those at which nothing is. */
  needFiles: write<readonly string[], readonly string[]>(),
  /** Keeps a file, unless there is one at its address. */
  shareFile: write<SharedFile, void>(),
  /** What is at exactly this address. */
  sharedFile: read<string, Uint8Array | undefined>(),
  /** Deletes at most so many that no server has needed for so long; gives how many it were. */
  forgetFiles: write<{ readonly unneededMs: number; readonly limit: number }, number>(),
};
