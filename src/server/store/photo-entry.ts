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
 * How far a photo is: a target was issued; its bytes have arrived; it was encoded anew from its pixels; or it is no picture, and
 * nobody gets to see it.
 */
export type PhotoState = 'issued' | 'stored' | 'ready' | 'withheld';

/** What is known of a photo. */
export interface PhotoEntry extends NewPhoto {
  readonly state: PhotoState;
  /** Absent until the bytes have arrived. */
  readonly storedAt?: number;
  readonly bytes?: number;
  /** How often it was tried to make it anew, in vain. */
  readonly makes: number;
  /** Why it could not be made the last time; absent where it was not tried, or was. */
  readonly fault?: PhotoFault;
}

/**
 * Why a stored photo could not be made anew, so that its original is kept in quarantine: the process that makes it broke, or took too
 * long; its decoder says that it is damaged, or it is larger than it may be; its original is not there; the disk, or whatever else is
 * ours, failed. `unscanned`: no scanner has looked at it. `released`: somebody wants it handed out as it is.
 */
export type PhotoFault = 'broke' | 'damaged' | 'too-large' | 'lost' | 'failed' | 'unscanned' | 'released';

/** A photo in quarantine. */
export interface QuarantinedPhoto extends PhotoEntry {
  /** References of the enquiries that name it. */
  readonly references: readonly string[];
  /** When it is tried again; absent where it waits for somebody. */
  readonly makeAt?: number;
}

/** How photos are that enquiries name. */
export interface PhotoFigures {
  /** Those that are to be made anew now. */
  readonly toMake: number;
  /** Since when the one that has waited longest waits; absent where none does. */
  readonly oldestToMakeSince?: number;
  readonly quarantined: number;
}

/** What came of encoding a photo anew. */
export type ReencodedPhoto = {
  readonly path: string;
} /** One that was released as it is has no preview. */ & (
  | { readonly state: 'ready'; readonly preview: Uint8Array | null }
  | { readonly state: 'withheld' }
);

/** A photo as its enquiry's mail needs it. */
export interface AttachedPhoto {
  readonly path: string;
  readonly name: string;
  readonly state: PhotoState;
  /** Why it could not be made by now. */
  readonly fault?: PhotoFault;
  /** A small JPEG; absent where the photo is not ready, or was released as it is. */
  readonly preview?: Uint8Array;
}
