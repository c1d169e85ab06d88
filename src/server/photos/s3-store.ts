import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
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
import { removeFile, removeFilesNamed, removeOlderFiles } from '../files/files.ts';
import { fileOfPath, leadingBytesCount, pathOfFile, typeOfPath } from './photo-path.ts';
import type { OriginalFile, PhotoStore } from './photo-store.ts';

/** Where the bucket is. Credentials and the region come from the usual `AWS_*`. */
export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  /** A folder of this machine, for what is being encoded. */
  readonly draftsFolder: string;
  /** Larger objects are never fetched. */
  readonly maxBytes: number;
}

/** What a store says to a region that nobody named; every S3-compatible store takes it. */
const defaultRegion = 'us-east-1';

/**
 * Photos in a bucket: what browsers put below `originals/`, what was encoded anew below `ready/`. A target binds the
 * type; the size it cannot bind, since the call for it tells none, so it is checked before an enquiry is accepted.
 * @throws where the bucket cannot be reached.
 */
export async function openS3Store({
  endpoint,
  bucket,
  draftsFolder,
  maxBytes,
}: S3Settings): Promise<PhotoStore> {
  const client = new S3Client({
    endpoint,
    region: process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? defaultRegion,
    // A store of one's own seldom has a host name for each bucket.
    forcePathStyle: true,
    // Else the presigned address demands a checksum, which a browser that was told only the address cannot send.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  await client.send(new HeadBucketCommand({ Bucket: bucket }));
  await mkdir(draftsFolder, { recursive: true, mode: 0o700 });
  const objects = { client, bucket };
  const draftFile = (path: string) => join(draftsFolder, `${nameOf(path)}-${randomBytes(6).toString('hex')}`);
  return {
    uploadOrigin: new URL(endpoint).origin,
    ...uploadCalls(objects),
    openOriginal: ({ path }) =>
      download(objects, { key: originalKey(path), file: draftFile(path), maxBytes }),
    draftFile,
    ...readyCalls(objects),
    async removeOriginal(path) {
      await removeObject(objects, originalKey(path));
    },
    async remove(path) {
      await removeObject(objects, originalKey(path));
      await removeObject(objects, readyKey(path));
      await removeFilesNamed(draftsFolder, `${nameOf(path)}-`);
    },
    originalsBefore: (time) => originalsBefore(objects, time),
    removeDraftsBefore: (time) => removeOlderFiles(draftsFolder, time),
    close: async () => client.destroy(),
  };
}

interface Objects {
  readonly client: S3Client;
  readonly bucket: string;
}

function uploadCalls(objects: Objects) {
  return {
    async createTarget({ photo: { path, type, issuedAt }, expiresAt }) {
      const at = { Bucket: objects.bucket, Key: originalKey(path) };
      const url = await getSignedUrl(objects.client, new PutObjectCommand({ ...at, ContentType: type }), {
        signingDate: new Date(issuedAt),
        expiresIn: Math.ceil((expiresAt - issuedAt) / 1000),
        signableHeaders: new Set(['content-type']),
      });
      return { method: 'PUT', url };
    },
    async findArrival(path) {
      const range = `bytes=0-${leadingBytesCount - 1}`;
      const found = await getObject(objects, originalKey(path), range).catch(ignoreEmptyObject);
      if (!found?.Body) return undefined;
      // `bytes 0-4099/83211`
      const bytes = Number(found.ContentRange?.split('/').at(-1) ?? found.ContentLength);
      return { bytes, leadingBytes: await found.Body.transformToByteArray() };
    },
    // A bucket answers once it has it for good.
    makeDurable: async () => true,
  } satisfies Partial<PhotoStore>;
}

function readyCalls(objects: Objects) {
  return {
    async storeReady(path, draft) {
      const { size } = await stat(draft);
      const at = { Bucket: objects.bucket, Key: readyKey(path) };
      const body = { Body: createReadStream(draft), ContentLength: size, ContentType: typeOfPath(path) };
      await objects.client.send(new PutObjectCommand({ ...at, ...body }));
      await removeFile(draft);
    },
    async readySize(path) {
      const at = { Bucket: objects.bucket, Key: readyKey(path) };
      const found = await objects.client.send(new HeadObjectCommand(at)).catch(ignoreAbsentObject);
      return found && (found.ContentLength ?? 0);
    },
    async openReady(path) {
      const found = await getObject(objects, readyKey(path));
      if (!(found?.Body instanceof Readable)) return undefined;
      return { bytes: found.ContentLength ?? 0, stream: found.Body };
    },
  } satisfies Partial<PhotoStore>;
}

async function download(
  objects: Objects,
  { key, file, maxBytes }: { readonly key: string; readonly file: string; readonly maxBytes: number },
): Promise<OriginalFile | undefined> {
  const found = await getObject(objects, key);
  const body = found?.Body;
  if (!(body instanceof Readable)) return undefined;
  if ((found?.ContentLength ?? 0) > maxBytes) {
    body.destroy();
    return undefined;
  }
  const release = () => removeFile(file);
  await pipeline(body, createWriteStream(file, { flags: 'wx', mode: 0o600 })).catch(async (error) => {
    await release();
    throw error;
  });
  return { file, release };
}

async function originalsBefore({ client, bucket }: Objects, time: number): Promise<readonly string[]> {
  const paths: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client },
    { Bucket: bucket, Prefix: originalsPrefix },
  )) {
    for (const { Key: key = '', LastModified: modified } of Contents) {
      const path = pathOfFile(key.slice(originalsPrefix.length));
      if (path !== undefined && modified && modified.getTime() < time) paths.push(path);
    }
  }
  return paths;
}

/** An object, or a range of its bytes; absent where there is none. */
async function getObject({ client, bucket }: Objects, key: string, range?: string) {
  try {
    return await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: range }));
  } catch (error) {
    return ignoreAbsentObject(error);
  }
}

/** For `catch`: there is no such object. */
function ignoreAbsentObject(error: unknown): undefined {
  if (!(error instanceof NoSuchKey) && !(error instanceof NotFound)) throw error;
}

async function removeObject({ client, bucket }: Objects, key: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
}

/** For `catch`: an object without a byte has no first ones (416). */
function ignoreEmptyObject(error: unknown): undefined {
  if (!(error instanceof Error) || error.name !== 'InvalidRange') throw error;
}

const originalsPrefix = 'originals/';

function originalKey(path: string): string {
  return `${originalsPrefix}${nameOf(path)}`;
}

function readyKey(path: string): string {
  return `ready/${nameOf(path)}`;
}

/** Only paths of ours lead to an object. */
function nameOf(path: string): string {
  const file = fileOfPath(path);
  if (file === undefined) throw new Error('Cannot name the object of a photo: its path is none of ours');
  return file;
}
