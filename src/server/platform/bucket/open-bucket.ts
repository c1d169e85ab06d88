import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { BucketSettings } from '../config/settings.ts';
import { getErrorCode, removeFile } from '../files/files.ts';
import type { Bucket, BucketAddress } from './bucket.ts';
import { BucketError, toBucketError } from './bucket-error.ts';

/** The region if none is named; every S3-compatible store accepts it. */
const defaultRegion = 'us-east-1';

/** Creates a client for a bucket, without any request. Only this module creates S3 clients. */
export function openBucket(place: BucketAddress, settings: BucketSettings): Bucket {
  const client = createClient(place, settings);
  const bucketClient = { client, place, settings };
  return {
    origin: new URL(place.endpoint).origin,
    /** Resolves if the bucket exists and the credentials are accepted. */
    checkAccess: () =>
      runRequest(bucketClient, (abortSignal) =>
        client.send(new HeadBucketCommand(toBucketParameter(place)), { abortSignal }),
      ).then(() => undefined),
    ...createWriteCalls(bucketClient),
    ...createReadCalls(bucketClient),
    ...createManageCalls(bucketClient),
    /** Closes the connections of the client. */
    close: () => client.destroy(),
  };
}

/** Creates an S3 client. The credentials and the region come from the `AWS_*` variables. */
function createClient({ endpoint }: BucketAddress, { connectMs, silenceMs }: BucketSettings): S3Client {
  return new S3Client({
    endpoint,
    region: process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? defaultRegion,
    // Self-hosted stores seldom have a host name for each bucket.
    forcePathStyle: true,
    // Otherwise a presigned URL requires a checksum, which a browser that knows only the URL cannot send.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Without these limits it waits forever. `runRequest` limits the total time of a request with its
    // retries.
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
    logger: silentLogger,
  });
}

/** Errors are thrown, not logged: the default logger writes to the console if a stream cannot be retried. */
const silentLogger = { debug() {}, info() {}, warn() {}, error() {} };

interface BucketClient {
  readonly client: S3Client;
  readonly place: BucketAddress;
  readonly settings: BucketSettings;
}

/** Returns the calls of a bucket that sign or store objects. An object with the same name is replaced. */
function createWriteCalls(bucketClient: BucketClient) {
  const { client, place, settings } = bucketClient;
  return {
    /**
     * Returns a presigned URL for a PUT of an object with this type and, if given, this number of bytes. The
     * URL is valid between two times in milliseconds since 1970. Nothing is sent to the bucket.
     */
    async signPut({ name, type, bytes }, { from, until }) {
      const object = { ...toBucketParameter(place), Key: name, ContentType: type, ContentLength: bytes };
      return runRequest(bucketClient, () =>
        getSignedUrl(client, new PutObjectCommand(object), {
          signingDate: new Date(from),
          expiresIn: Math.ceil((until - from) / 1000),
          signableHeaders: new Set(['content-type', ...(bytes === undefined ? [] : ['content-length'])]),
        }),
      );
    },
    /** Stores a text as an object. */
    async putText({ name, type, text }, signal) {
      const object = { ...toBucketParameter(place), Key: name, ContentType: type, Body: text };
      const put = (abortSignal: AbortSignal) => client.send(new PutObjectCommand(object), { abortSignal });
      await runRequest(bucketClient, put, { signal });
    },
    /**
     * Stores a file as an object, without reading it into memory. Rejects with the system's error if the file
     * is absent.
     */
    async putFile({ name, type, file }) {
      const { size: ContentLength } = await stat(file);
      const body = createReadStream(file);
      const object = { ...toBucketParameter(place), Key: name, ContentType: type, ContentLength, Body: body };
      const put = (abortSignal: AbortSignal) => client.send(new PutObjectCommand(object), { abortSignal });
      try {
        await runRequest(bucketClient, put, { withinMs: settings.transferMs });
      } finally {
        // If the request failed early, nothing else closes the file.
        body.destroy();
      }
    },
  } satisfies Partial<Bucket>;
}

/** Returns the calls of a bucket that read objects. */
function createReadCalls(bucketClient: BucketClient) {
  const { client, place } = bucketClient;
  /** Requests an object, or a byte range of it. Resolves to undefined if it does not exist. */
  const getObject = (abortSignal: AbortSignal, name: string, range?: string) =>
    client
      .send(new GetObjectCommand({ ...toBucketParameter(place), Key: name, Range: range }), { abortSignal })
      .catch(ignoreAbsentObject);
  /** Returns the size of an object and its content as a stream; undefined if it does not exist. */
  const openObject = async (name: string) => {
    const found = await runRequest(bucketClient, (signal) => getObject(signal, name));
    if (!(found?.Body instanceof Readable)) return undefined;
    return { bytes: found.ContentLength ?? 0, stream: found.Body };
  };
  return {
    /**
     * Returns the size of an object and its first `count` bytes, or all of a shorter one. Undefined if it
     * does not exist or is empty.
     */
    readStart: (name, count) =>
      runRequest(bucketClient, async (signal) => {
        const found = await getObject(signal, name, `bytes=0-${count - 1}`).catch(ignoreEmptyObject);
        if (!(found?.Body instanceof Readable)) return undefined;
        const bytes = Number(found.ContentRange?.split('/').at(-1) ?? found.ContentLength);
        return { bytes, start: await readFirstBytes(found.Body, count) };
      }),
    /** Opens an object as a stream; undefined if it does not exist. */
    read: openObject,
    /**
     * Downloads an object to a new file. Returns false, without a file, if the object does not exist or has
     * more than `maxBytes`. If the download fails, removes the file and rejects. Rejects as well if the file
     * exists, which stays.
     */
    async downloadTo(file, { name, maxBytes }) {
      const found = await openObject(name);
      if (found === undefined) return false;
      if (found.bytes > maxBytes) {
        found.stream.destroy();
        return false;
      }
      try {
        await pipeline(found.stream, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
        return true;
      } catch (error) {
        if (getErrorCode(error) !== 'EEXIST') await removeFile(file);
        throw toBucketError(error, place);
      }
    },
  } satisfies Partial<Bucket>;
}

/** Returns the calls of a bucket that find, remove and list objects. */
function createManageCalls(bucketClient: BucketClient) {
  const { client, place, settings } = bucketClient;
  return {
    /** Returns the number of bytes of an object; undefined if it does not exist. */
    async findSize(name) {
      const object = { ...toBucketParameter(place), Key: name };
      const found = await runRequest(bucketClient, (abortSignal) =>
        client.send(new HeadObjectCommand(object), { abortSignal }).catch(ignoreAbsentObject),
      );
      return found && (found.ContentLength ?? 0);
    },
    /** Removes an object; an absent one is ignored. */
    async remove(name) {
      const object = { ...toBucketParameter(place), Key: name };
      await runRequest(bucketClient, (abortSignal) =>
        client.send(new DeleteObjectCommand(object), { abortSignal }),
      );
    },
    /**
     * Returns the names that begin with the prefix, of objects that were stored before the time (milliseconds
     * since 1970).
     */
    listNamesBefore: (Prefix, time) =>
      runRequest(
        bucketClient,
        async (abortSignal) => {
          const names: string[] = [];
          const pages = paginateListObjectsV2(
            { client },
            { ...toBucketParameter(place), Prefix },
            { abortSignal },
          );
          for await (const { Contents = [] } of pages)
            for (const { Key: name, LastModified: modified } of Contents)
              if (name !== undefined && modified && modified.getTime() < time) names.push(name);
          return names;
        },
        { withinMs: settings.transferMs },
      ),
  } satisfies Partial<Bucket>;
}

/** The limits of a request: milliseconds, `settings.answerMs` by default, and a signal that aborts it. */
interface RequestBounds {
  readonly withinMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a request with its retries within a time limit, because a store may ask its client to retry after an
 * hour.
 * @throws BucketError `silent` after the limit, `broken-off` if `signal` aborts, or for the request's error.
 * An error that is not about the bucket is thrown unchanged.
 */
async function runRequest<Answer>(
  { place, settings }: BucketClient,
  sendRequest: (signal: AbortSignal) => Promise<Answer>,
  { withinMs = settings.answerMs, signal }: RequestBounds = {},
): Promise<Answer> {
  const controller = new AbortController();
  const interruption = Promise.withResolvers<never>();
  /** Returns a function that aborts the request and rejects it with the code. */
  const createAbort = (code: 'silent' | 'broken-off') => () => {
    interruption.reject(new BucketError(code, { place }));
    controller.abort();
  };
  const abortEarly = createAbort('broken-off');
  const timer = setTimeout(createAbort('silent'), withinMs);
  signal?.addEventListener('abort', abortEarly, { once: true });
  try {
    if (signal?.aborted) abortEarly();
    return await Promise.race([interruption.promise, sendRequest(controller.signal)]);
  } catch (error) {
    throw toBucketError(error, place);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abortEarly);
  }
}

/** Returns the parameter by which a command names the bucket. */
function toBucketParameter({ bucket }: BucketAddress): { readonly Bucket: string } {
  return { Bucket: bucket };
}

/**
 * Reads at most `count` bytes. A store that ignores ranges sends the whole object; the rest of it is not
 * read.
 */
async function readFirstBytes(body: Readable, count: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= count) break;
  }
  return Buffer.concat(chunks).subarray(0, count);
}

/** For `catch`: returns undefined for an object that does not exist; throws any other error. */
function ignoreAbsentObject(error: unknown): undefined {
  if (!(error instanceof NoSuchKey) && !(error instanceof NotFound)) throw error;
}

/**
 * For `catch`: returns undefined for an empty object, whose first bytes cannot be requested (416); throws any
 * other error.
 */
function ignoreEmptyObject(error: unknown): undefined {
  if (!(error instanceof Error) || error.name !== 'InvalidRange') throw error;
}
