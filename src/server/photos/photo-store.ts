import type { Readable } from 'node:stream';
import type { NewPhoto, PhotoEntry } from '../store/records/photo-entry.ts';
import type { IncomingPhoto, Reception } from './receive-photo.ts';

export type ArrivedPhoto = Pick<PhotoEntry, 'path' | 'bytes'>;

/** A photo that may be uploaded: of one type, up to a size. */
export interface ExpectedPhoto extends Pick<NewPhoto, 'path' | 'type' | 'maxBytes'> {
  /** If true, it must have exactly `maxBytes`. */
  readonly isExact?: boolean;
}

export type ArrivingUpload = Pick<IncomingPhoto, 'body' | 'pace' | 'onFirstByte'>;

export interface UploadTarget {
  readonly method: string;
  readonly url: string;
}

export interface PhotoBytes {
  readonly bytes: number;
  readonly stream: Readable;
}

export interface OriginalFile {
  readonly file: string;
  /** Removes the file if it is a temporary copy. */
  readonly release: () => Promise<void>;
}

export interface PhotoStore {
  /**
   * The origin to which browsers upload, if that is not this server. The pages' security policy must allow
   * it.
   */
  readonly uploadOrigin: string | undefined;
  /**
   * Creates a target for a photo that is valid until `expiresAt`.
   * @param request.origin The origin of this server as the visitor reaches it.
   */
  readonly createTarget: (request: {
    readonly photo: NewPhoto & ExpectedPhoto;
    readonly expiresAt: number;
    readonly origin: string;
  }) => Promise<UploadTarget>;
  /**
   * Receives a photo through this server, unless one was received under its path before. It is streamed,
   * never in memory as a whole.
   * @throws errors of the store or of the sender's connection.
   */
  readonly receive: (photo: ExpectedPhoto, upload: ArrivingUpload) => Promise<Reception>;
  /**
   * Returns the size and first bytes of a received original, for stores that do not report uploads; undefined
   * if nothing was received.
   */
  readonly findArrival: (
    path: string,
  ) => Promise<{ readonly bytes: number; readonly leadingBytes: Uint8Array } | undefined>;
  /**
   * Syncs an original to the disk, and resolves to true if it exists and is complete. This precedes the
   * acknowledgement of the enquiry that names it: without a sync the file could be lost by a power failure.
   */
  readonly makeDurable: (photo: ArrivedPhoto) => Promise<boolean>;
  /** Returns the original as a file; undefined if it does not exist (any more), or is incomplete. */
  readonly openOriginal: (photo: ArrivedPhoto) => Promise<OriginalFile | undefined>;
  /** Returns the path of a new file in an existing folder, for `storeReady`. */
  readonly createDraftPath: (path: string) => string;
  /** Stores the re-encoded photo atomically; the draft is removed. */
  readonly storeReady: (path: string, draft: string) => Promise<void>;
  /** Opens the re-encoded photo; undefined if it does not exist. */
  readonly openReady: (path: string) => Promise<PhotoBytes | undefined>;
  /** Returns the bytes of the re-encoded photo; undefined if it does not exist. */
  readonly getReadySize: (path: string) => Promise<number | undefined>;
  readonly removeOriginal: (path: string) => Promise<void>;
  /** Removes the original, the re-encoded photo and its drafts, as far as they exist. */
  readonly remove: (path: string) => Promise<void>;
  /** Returns the paths of the originals that were stored before a time. */
  readonly listOriginalsBefore: (time: number) => Promise<readonly string[]>;
  /** Removes the remains of interrupted uploads from before a time. */
  readonly removeDraftsBefore: (time: number) => Promise<void>;
  /** Removes the temporary files of this process. */
  readonly close: () => Promise<void>;
}
