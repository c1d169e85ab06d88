import type { Readable } from 'node:stream';
import type { NewPhoto, PhotoEntry } from '../store/photo-entry.ts';
import type { Incoming, Reception } from './receive-photo.ts';

/** A photo as its store has to have it. */
export type ArrivedPhoto = Pick<PhotoEntry, 'path' | 'bytes'>;

/** A photo that may arrive: of a type, and up to a size. */
export interface ExpectedPhoto extends Pick<NewPhoto, 'path' | 'type' | 'maxBytes'> {
  /** It has `maxBytes`, neither more nor fewer. */
  readonly isExact?: boolean;
}

/** A photo as it arrives. */
export type Upload = Pick<Incoming, 'body' | 'pace' | 'onFirstByte'>;

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

/** Where the bytes of photos are stored: the embedded folder, or an S3-compatible store. */
export interface PhotoStore {
  /** Where browsers send photos to, if that is not this server: the pages' security policy has to let them. */
  readonly uploadOrigin: string | undefined;
  /** A target that is good for this photo until `expiresAt`. `origin` is this server's, as the visitor reaches it. */
  readonly createTarget: (request: {
    readonly photo: NewPhoto & ExpectedPhoto;
    readonly expiresAt: number;
    readonly origin: string;
  }) => Promise<UploadTarget>;
  /**
   * Takes a photo that comes by way of this server, unless one has arrived under its path before; never holds more than a part of it.
   * @throws what the store or the sender's connection throws.
   */
  readonly receive: (photo: ExpectedPhoto, upload: Upload) => Promise<Reception>;
  /**
   * The original that has arrived under an issued path, where the store itself does not tell: its size and its first
   * bytes. Absent where nothing has.
   */
  readonly findArrival: (
    path: string,
  ) => Promise<{ readonly bytes: number; readonly leadingBytes: Uint8Array } | undefined>;
  /**
   * Resolves when the original is on the disk for good, with whether it is there and whole: an enquiry that names it is
   * about to be acknowledged. A power cut may have taken what nobody had forced onto the disk.
   */
  readonly makeDurable: (photo: ArrivedPhoto) => Promise<boolean>;
  /** The original as a file; absent where there is none (any more), or not all of it. */
  readonly openOriginal: (photo: ArrivedPhoto) => Promise<OriginalFile | undefined>;
  /** A file that does not exist yet, in a folder that does, for what `storeReady` takes. */
  readonly draftFile: (path: string) => string;
  /** Stores the photo that was encoded anew, whole or not at all; the draft is gone afterwards. */
  readonly storeReady: (path: string, draft: string) => Promise<void>;
  /** The photo that was encoded anew; absent where there is none. */
  readonly openReady: (path: string) => Promise<PhotoBytes | undefined>;
  /** How many bytes it has; absent where there is none. */
  readonly readySize: (path: string) => Promise<number | undefined>;
  readonly removeOriginal: (path: string) => Promise<void>;
  /** Removes whatever there is of a photo. */
  readonly remove: (path: string) => Promise<void>;
  /** Paths of the originals that arrived before a time. */
  readonly originalsBefore: (time: number) => Promise<readonly string[]>;
  /** Removes what uploads that were cut have left behind before a time. */
  readonly removeDraftsBefore: (time: number) => Promise<void>;
  /** Gives up what this process alone has. */
  readonly close: () => Promise<void>;
}
