/** What the server knows of the photos that it issued targets for (decisions, "Photos"). */
export interface PhotoLedger {
  /** Those of the paths that an enquiry may not name: not issued here, not stored, or longer than a day ago. */
  readonly unusable: (request: {
    readonly paths: readonly string[];
    readonly now: number;
  }) => Promise<readonly string[]>;
}

/** The ledger of a server that takes no photos: no path was ever issued. */
export const emptyLedger: PhotoLedger = { unusable: async ({ paths }) => paths };
