import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { installCeph, type S3Server, startCeph } from '../../s3/ceph.ts';

export interface PhotoStorage {
  /** A description for the output. */
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** Returns the re-encoded photo by its file name. Absent if there is none. */
  readonly read: (file: string) => Promise<Buffer | undefined>;
  readonly originals: () => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
}

/** Opens a bucket of a real S3 server, or a shared folder if that cannot be installed. */
export async function openPhotoStorage(): Promise<PhotoStorage> {
  const missing = installCeph();
  if (missing !== undefined) return createSharedFolder(missing);
  return createBucket(await startCeph());
}

const bucket = 'slipway-photos';

async function createBucket({ endpoint, accessKey, secretKey, stop }: S3Server): Promise<PhotoStorage> {
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    name: 'a bucket of Ceph’s gateway',
    env: {
      SLIPWAY_S3_ENDPOINT: endpoint,
      SLIPWAY_S3_BUCKET: bucket,
      AWS_ACCESS_KEY_ID: accessKey,
      AWS_SECRET_ACCESS_KEY: secretKey,
    },
    async read(file) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: `ready/${file}` }));
        return Body && Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async originals() {
      const names: string[] = [];
      const asked = { Bucket: bucket, Prefix: 'originals/' };
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, asked))
        names.push(...Contents.map(({ Key = '' }) => Key.slice('originals/'.length)));
      return names;
    },
    async stop() {
      client.destroy();
      await stop();
    },
  };
}

function createSharedFolder(missing: string): PhotoStorage {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-photos-'));
  return {
    name: `one shared folder, since ${missing}`,
    env: { SLIPWAY_PHOTOS: folder },
    read: (file) => readFile(join(folder, 'ready', file)).catch(() => undefined),
    originals: () => readdir(join(folder, 'originals')),
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
