import type { UploadLimits } from '#engine';

/** What the server knows of the photos that it issued targets for (docs/behaviour.md, "In an enquiry"). */
export interface PhotoLedger {
  /** Those of the paths that an enquiry may not name: not issued here, not stored, or longer than a day ago. */
  readonly unusable: (request: {
    readonly paths: readonly string[];
    readonly now: number;
    /** The limits of the field that names them. */
    readonly limits?: UploadLimits | undefined;
  }) => Promise<readonly string[]>;
}

/** Where the offices find the photos that an enquiry names. */
export interface PhotoLinks {
  /** The address of a full photo, for the mail of an enquiry of that time. `origin` is this server's for the outside. */
  readonly link: (photo: { readonly path: string; readonly origin: string; readonly at: number }) => string;
}
