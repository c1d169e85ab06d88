import type { Readable } from 'node:stream';

/** The address of a bucket. Credentials and the region come from the usual `AWS_*` variables. */
export interface BucketAddress {
  readonly endpoint: string;
  readonly bucket: string;
}

export interface NewObject {
  /** For example `originals/ab….jpg`. */
  readonly name: string;
  readonly type: string;
}

/**
 * A bucket of an S3-compatible store. Every call ends within a time limit.
 * @throws BucketError from every call, with a remedy.
 */
export interface Bucket {
  /** The origin that browsers use. */
  readonly origin: string;
  /** Resolves if the bucket exists and the credentials are accepted. */
  readonly checkAccess: () => Promise<void>;
  /**
   * Returns a presigned URL for one PUT of an object, of this type and, if given, this size.
   * @param times Milliseconds since 1970.
   */
  readonly signPut: (
    object: NewObject & { readonly bytes?: number | undefined },
    times: { readonly from: number; readonly until: number },
  ) => Promise<string>;
  readonly putText: (object: NewObject & { readonly text: string }, signal?: AbortSignal) => Promise<void>;
  /** Stores a file as a stream, so that its size does not matter for the memory. */
  readonly putFile: (object: NewObject & { readonly file: string }) => Promise<void>;
  /**
   * Returns the size of an object and its first `count` bytes, or all of a shorter one; undefined if it does
   * not exist.
   */
  readonly readStart: (
    name: string,
    count: number,
  ) => Promise<{ readonly bytes: number; readonly start: Uint8Array } | undefined>;
  /** Returns bytes; undefined if the object does not exist. */
  readonly findSize: (name: string) => Promise<number | undefined>;
  /** Opens an object as a stream; undefined if it does not exist. */
  readonly read: (name: string) => Promise<{ readonly bytes: number; readonly stream: Readable } | undefined>;
  /**
   * Downloads an object to a new file, whole or not at all; false if it does not exist or is larger than
   * `maxBytes`.
   */
  readonly downloadTo: (
    file: string,
    object: { readonly name: string; readonly maxBytes: number },
  ) => Promise<boolean>;
  /** Removes an object; an absent one is ignored. */
  readonly remove: (name: string) => Promise<void>;
  /**
   * Lists the names that begin with a prefix, of objects that were stored before a time (milliseconds since
   * 1970).
   */
  readonly listNamesBefore: (prefix: string, time: number) => Promise<readonly string[]>;
  readonly close: () => void;
}
