import type { Readable } from 'node:stream';

/** Where a bucket is. Credentials and the region come from the usual `AWS_*`. */
export interface BucketPlace {
  readonly endpoint: string;
  readonly bucket: string;
}

/** An object that is about to be put. */
export interface NewObject {
  /** `originals/ab….jpg` */
  readonly name: string;
  /** Its media type. */
  readonly type: string;
}

/**
 * A bucket of an S3-compatible store. Whatever is asked of it ends in its time.
 * @throws BucketError, which names what to mend, from every call.
 */
export interface Bucket {
  /** Where browsers reach it. */
  readonly origin: string;
  /** Resolves where it is there and lets this server in. */
  readonly look: () => Promise<void>;
  /** An address that takes one object by PUT, of its type, and of its size where that is known, in milliseconds since 1970 UTC. */
  readonly signPut: (
    object: NewObject & { readonly bytes?: number | undefined },
    times: { readonly from: number; readonly until: number },
  ) => Promise<string>;
  /** Puts a short text; breaks off where told to. */
  readonly putText: (object: NewObject & { readonly text: string }, signal?: AbortSignal) => Promise<void>;
  /** Puts a file, of which it never holds more than a part. */
  readonly putFile: (object: NewObject & { readonly file: string }) => Promise<void>;
  /** How large an object is, and its first bytes, fewer than `count` where it has no more; absent where there is none. */
  readonly readStart: (
    name: string,
    count: number,
  ) => Promise<{ readonly bytes: number; readonly start: Uint8Array } | undefined>;
  /** In bytes; absent where there is no such object. */
  readonly sizeOf: (name: string) => Promise<number | undefined>;
  /** The bytes of an object on their way; absent where there is none. */
  readonly read: (name: string) => Promise<{ readonly bytes: number; readonly stream: Readable } | undefined>;
  /** Writes an object to a new file, whole or not at all; false where there is none, or it is larger than that. */
  readonly fetchTo: (
    file: string,
    object: { readonly name: string; readonly maxBytes: number },
  ) => Promise<boolean>;
  /** Removes an object, if there is one. */
  readonly remove: (name: string) => Promise<void>;
  /** Names that begin so, of objects that were put before a time. */
  readonly namesBefore: (prefix: string, time: number) => Promise<readonly string[]>;
  readonly close: () => void;
}
