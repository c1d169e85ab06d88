/**
 * A photo for which an upload target is issued. The path is made by the server; the name is the visitor's and
 * only stored as data.
 */
export interface NewPhoto {
  /** The value in the enquiry: `photos/3f0a….jpg`. */
  readonly path: string;
  /**
   * The visitor's file name, without control characters. Never part of an address or of a file name on the
   * server.
   */
  readonly name: string;
  /** The declared media type, as it was sent: `image/jpg`. */
  readonly type: string;
  readonly maxBytes: number;
  /** Milliseconds since 1970 UTC, like every time here. */
  readonly issuedAt: number;
}

/**
 * The state of a photo: a target was issued; its bytes have arrived; it was re-encoded from its pixels; or it
 * is not a picture and nobody can see it.
 */
export type PhotoState = 'issued' | 'stored' | 'ready' | 'withheld';

export interface PhotoEntry extends NewPhoto {
  readonly state: PhotoState;
  /** Absent until the bytes have arrived. */
  readonly storedAt?: number;
  readonly bytes?: number;
  /** The number of failed tries to re-encode it. */
  readonly makes: number;
  /** The reason of the last failure; absent if it was not tried, or succeeded. */
  readonly fault?: PhotoFault;
}

/**
 * The reason for which a stored photo could not be re-encoded, so that its original is in quarantine.
 * `broke`: the encoding process crashed or took too long. `damaged`, `too-large`: the decoder refuses it.
 * `lost`: its original is missing. `failed`: the disk or another part of the server failed. `unscanned`: no
 * scanner has checked it. `released`: somebody has allowed to use the original.
 */
export type PhotoFault = 'broke' | 'damaged' | 'too-large' | 'lost' | 'failed' | 'unscanned' | 'released';

export interface QuarantinedPhoto extends PhotoEntry {
  readonly references: readonly string[];
  /** The time of the next attempt; absent if it waits for a person. */
  readonly makeAt?: number;
}

export interface PhotoFigures {
  /** The number of photos that are due to be re-encoded. */
  readonly toMake: number;
  /** The time since which the oldest of them waits; absent if none waits. */
  readonly oldestToMakeSince?: number;
  readonly quarantined: number;
}

export type ReencodedPhoto = {
  readonly path: string;
} /** A photo that was released unchanged has no preview. */ & (
  | { readonly state: 'ready'; readonly preview: Uint8Array | null }
  | { readonly state: 'withheld' }
);

export interface AttachedPhoto {
  readonly path: string;
  readonly name: string;
  readonly state: PhotoState;
  /** The reason for which it could not be re-encoded so far. */
  readonly fault?: PhotoFault;
  /** A small JPEG. Absent if the photo is not ready, or was released unchanged. */
  readonly preview?: Uint8Array;
}
