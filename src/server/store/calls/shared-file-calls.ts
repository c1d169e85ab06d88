import { defineRead, defineWrite } from './call.ts';

/** A file that the pages of one server refer to, and that another server may be asked for. */
export interface SharedFile {
  /** Its content never changes: `/assets/page-BN-r3t4L.js`. */
  readonly address: string;
  readonly content: Uint8Array;
}

/** The calls about files that servers share. */
export const sharedFileCalls = {
  /**
   * Reports that a server is alive whose pages refer to these addresses. Returns the addresses without a
   * stored file.
   */
  reportNeededFiles: defineWrite<readonly string[], readonly string[]>(),
  /** Stores a file, unless there is one at its address. */
  shareFile: defineWrite<SharedFile, void>(),
  sharedFile: defineRead<string, Uint8Array | undefined>(),
  /** Deletes at most `limit` files that no server has needed for `unneededMs`. Returns their number. */
  forgetFiles: defineWrite<{ readonly unneededMs: number; readonly limit: number }, number>(),
};
