/** What an upload target is issued for. The path is ours; the name is the visitor's, stored as data. */
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
 * How far a photo is: a target was issued; its bytes have arrived; it was encoded anew from its pixels; or it could not
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

/** What came of encoding a photo anew. */
export type ReencodedPhoto = { readonly path: string } & (
  | { readonly state: 'ready'; readonly preview: Uint8Array }
  | { readonly state: 'withheld' }
);

/** A photo as its enquiry's mail needs it. */
export interface AttachedPhoto {
  readonly path: string;
  readonly name: string;
  /** A small JPEG; absent where the photo is withheld. */
  readonly preview?: Uint8Array;
}
