import type { Readable } from 'node:stream';

/** What a target is issued for. The path is ours; the name is the visitor's, kept as data. */
export interface NewPhoto {
  /** What the enquiry names: `photos/3f0a….jpg`. */
  readonly path: string;
  /** The visitor's file name, without control characters; never part of an address or of a file's name here. */
  readonly name: string;
  /** The declared media type, as it was sent: `image/jpg`. */
  readonly type: string;
  readonly maxBytes: number;
  /** Milliseconds since 1970 UTC, like every time here. */
  readonly issuedAt: number;
}

/**
 * How far a photo is: a target was issued; its bytes have arrived; it was made anew from its pixels; or it could not
 * be, and nobody gets to see it.
 */
export type PhotoState = 'issued' | 'stored' | 'ready' | 'withheld';

/** What is known of a photo. */
export interface PhotoEntry extends NewPhoto {
  readonly state: PhotoState;
  /** Absent until the bytes have arrived. */
  readonly storedAt?: number;
  readonly bytes?: number;
}

/** A photo as its store has to have it. */
export type ArrivedPhoto = Pick<PhotoEntry, 'path' | 'bytes'>;

/** What came of making a photo anew. */
export type PhotoSettlement = { readonly path: string } & (
  | { readonly state: 'ready'; readonly preview: Uint8Array }
  | { readonly state: 'withheld' }
);

/** A photo as its enquiry's mail needs it. */
export interface ClaimedPhoto {
  readonly path: string;
  readonly name: string;
  /** A small JPEG; absent where the photo is withheld. */
  readonly preview?: Uint8Array;
}

/** Where photos are known. Kept with the enquiries, so that a claim is part of an enquiry's own transaction. */
export interface PhotoRecords {
  /** Resolves when the target may be given out. */
  readonly issuePhoto: (photo: NewPhoto) => Promise<void>;
  /** Those of the paths that were issued here. */
  readonly findPhotos: (paths: readonly string[]) => Promise<readonly PhotoEntry[]>;
  /** Notes that the bytes have arrived; false where they had before. */
  readonly notePhotoStored: (arrival: {
    readonly path: string;
    readonly bytes: number;
    readonly storedAt: number;
  }) => Promise<boolean>;
  /** Photos in the state `stored`, the oldest first. */
  readonly photosToMake: (limit: number) => Promise<readonly PhotoEntry[]>;
  /** False where it was settled before, or is forgotten. */
  readonly settlePhoto: (settlement: PhotoSettlement) => Promise<boolean>;
  /** Paths issued before a time that no enquiry names, the oldest first. */
  readonly unclaimedPhotos: (request: {
    readonly issuedBefore: number;
    readonly limit: number;
  }) => Promise<readonly string[]>;
  /** Forgets those of the paths that no enquiry names. */
  readonly forgetPhotos: (paths: readonly string[]) => Promise<void>;
}

/** Where a browser sends a photo. */
export interface UploadTarget {
  readonly method: string;
  readonly url: string;
}

/** The bytes of a photo on their way out. */
export interface PhotoBytes {
  readonly bytes: number;
  readonly stream: Readable;
}

/** An original at hand as a file. */
export interface OriginalFile {
  readonly file: string;
  /** To be called when the file was read. */
  readonly release: () => Promise<void>;
}

/** Where the bytes of photos are kept: the embedded folder, or an S3-compatible store. */
export interface PhotoStore {
  /** Where browsers send photos to, if that is not this server: the pages' security policy has to let them. */
  readonly uploadOrigin: string | undefined;
  /** A target that is good for this photo until `expiresAt`. `origin` is this server's, as the visitor reaches it. */
  readonly target: (request: {
    readonly photo: NewPhoto;
    readonly expiresAt: number;
    readonly origin: string;
  }) => Promise<UploadTarget>;
  /**
   * The original that has arrived under an issued path, where the store itself does not tell: its size and its first
   * bytes. Absent where nothing has.
   */
  readonly arrived: (
    path: string,
  ) => Promise<{ readonly bytes: number; readonly leadingBytes: Uint8Array } | undefined>;
  /**
   * Resolves when the original is on the disk for good, with whether it is there and whole: an enquiry that names it is
   * about to be acknowledged. A power cut may have taken what nobody had secured.
   */
  readonly secure: (photo: ArrivedPhoto) => Promise<boolean>;
  /** The original as a file; absent where there is none (any more), or not all of it. */
  readonly original: (photo: ArrivedPhoto) => Promise<OriginalFile | undefined>;
  /** A file that does not exist yet, in a folder that does, for what `keep` takes. */
  readonly draft: (path: string) => string;
  /** Keeps what was made from the original, whole or not at all; the draft is gone afterwards. */
  readonly keep: (path: string, draft: string) => Promise<void>;
  /** What was kept; absent where nothing was. */
  readonly read: (path: string) => Promise<PhotoBytes | undefined>;
  readonly removeOriginal: (path: string) => Promise<void>;
  /** Removes whatever there is of a photo. */
  readonly remove: (path: string) => Promise<void>;
  /** Paths of the originals that arrived before a time. */
  readonly originals: (before: number) => Promise<readonly string[]>;
  /** Removes what uploads that were cut have left behind before a time. */
  readonly sweep: (before: number) => Promise<void>;
}
