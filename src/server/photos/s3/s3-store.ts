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
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { removeFile, removeOlderFiles } from '../../files/files.ts';
import { leadingBytesCount } from '../leading-bytes.ts';
import { fileOfPath, pathOfFile, typeOfPath } from '../photo-path.ts';
import type { PhotoStore } from '../photo-store.ts';

/** Where the bucket is. Credentials and the region come from the usual `AWS_*`. */
export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  /** A folder of this machine, for what is being made. */
  readonly draftsFolder: string;
  /** Larger objects are never fetched. */
  readonly maxBytes: number;
}

/** What a store says to a region that nobody named; every S3-compatible store takes it. */
const defaultRegion = 'us-east-1';

/**
 * Photos in a bucket: what browsers put below `originals/`, what was made of it below `ready/`. A target binds the
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
  const at = (key: string) => ({ Bucket: bucket, Key: key });
  const draft = (path: string) => join(draftsFolder, `${nameOf(path)}-${randomBytes(6).toString('hex')}`);
  const get = (key: string, range?: string) =>
    client.send(new GetObjectCommand({ ...at(key), Range: range })).catch(absentObject);
  const removeObject = (key: string) => client.send(new DeleteObjectCommand(at(key)));

  return {
    uploadOrigin: new URL(endpoint).origin,
    async target({ photo: { path, type, issuedAt }, expiresAt }) {
      const command = new PutObjectCommand({ ...at(originalOf(path)), ContentType: type });
      const url = await getSignedUrl(client, command, {
        signingDate: new Date(issuedAt),
        expiresIn: Math.ceil((expiresAt - issuedAt) / 1000),
        signableHeaders: new Set(['content-type']),
      });
      return { method: 'PUT', url };
    },
    async arrived(path) {
      const found = await get(originalOf(path), `bytes=0-${leadingBytesCount - 1}`).catch(emptyObject);
      if (!found?.Body) return undefined;
      // `bytes 0-4099/83211`
      const bytes = Number(found.ContentRange?.split('/').at(-1) ?? found.ContentLength);
      return { bytes, leadingBytes: await found.Body.transformToByteArray() };
    },
    // A bucket answers once it has it for good.
    secure: async () => true,
    async original({ path }) {
      const found = await get(originalOf(path));
      const body = found?.Body;
      if (!(body instanceof Readable)) return undefined;
      if ((found?.ContentLength ?? 0) > maxBytes) {
        body.destroy();
        return undefined;
      }
      const file = draft(path);
      const release = () => removeFile(file);
      await pipeline(body, createWriteStream(file, { flags: 'wx', mode: 0o600 })).catch(async (error) => {
        await release();
        throw error;
      });
      return { file, release };
    },
    draft,
    async keep(path, made) {
      const { size } = await stat(made);
      const body = { Body: createReadStream(made), ContentLength: size, ContentType: typeOfPath(path) };
      await client.send(new PutObjectCommand({ ...at(readyOf(path)), ...body }));
      await removeFile(made);
    },
    async read(path) {
      const found = await get(readyOf(path));
      if (!(found?.Body instanceof Readable)) return undefined;
      return { bytes: found.ContentLength ?? 0, stream: found.Body };
    },
    async removeOriginal(path) {
      await removeObject(originalOf(path));
    },
    async remove(path) {
      await removeObject(originalOf(path));
      await removeObject(readyOf(path));
    },
    async originals(before) {
      const paths: string[] = [];
      let next: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: originalsPrefix, ContinuationToken: next }),
        );
        for (const { Key: key = '', LastModified: modified } of page.Contents ?? [])
          if (modified && modified.getTime() < before) paths.push(...pathOfKey(key));
        next = page.NextContinuationToken;
      } while (next);
      return paths;
    },
    sweep: (before) => removeOlderFiles(draftsFolder, before),
  };
}

const originalsPrefix = 'originals/';

function originalOf(path: string): string {
  return `${originalsPrefix}${nameOf(path)}`;
}

function readyOf(path: string): string {
  return `ready/${nameOf(path)}`;
}

function pathOfKey(key: string): readonly string[] {
  return [pathOfFile(key.slice(originalsPrefix.length))].filter((path) => path !== undefined);
}

/** Only paths of ours lead to an object. */
function nameOf(path: string): string {
  const file = fileOfPath(path);
  if (file === undefined) throw new Error('Cannot name the object of a photo: its path is none of ours');
  return file;
}

function absentObject(error: unknown): undefined {
  if (!(error instanceof NoSuchKey) && !(error instanceof NotFound)) throw error;
}

/** An object without a byte has no first ones: 416. */
function emptyObject(error: unknown): undefined {
  if (!(error instanceof Error) || error.name !== 'InvalidRange') throw error;
}
