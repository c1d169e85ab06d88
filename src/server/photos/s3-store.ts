import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bucket } from '../bucket/bucket.ts';
import { removeFile, removeFilesNamed, removeOlderFiles } from '../files/files.ts';
import { fileOfPath, leadingBytesCount, pathOfFile, typeOfPath } from './photo-path.ts';
import type { PhotoStore } from './photo-store.ts';

/** What photos in a bucket are stored with. */
export interface S3Settings {
  readonly bucket: Bucket;
  /** A folder of this machine, for what is being encoded. */
  readonly draftsFolder: string;
  /** Larger objects are never fetched. */
  readonly maxBytes: number;
}

/**
 * Photos in a bucket: what browsers put below `originals/`, what was encoded anew below `ready/`. A target binds the
 * type; the size it cannot bind, since the call for it tells none, so it is checked before an enquiry is accepted.
 * @throws BucketError where the bucket cannot be used.
 */
export async function openS3Store({ bucket, draftsFolder, maxBytes }: S3Settings): Promise<PhotoStore> {
  await bucket.look();
  await mkdir(draftsFolder, { recursive: true, mode: 0o700 });
  const draftFile = (path: string) => join(draftsFolder, `${nameOf(path)}-${randomBytes(6).toString('hex')}`);
  return {
    uploadOrigin: bucket.origin,
    ...uploadCalls(bucket),
    async openOriginal({ path }) {
      const file = draftFile(path);
      const isFetched = await bucket.fetchTo(file, { name: originalName(path), maxBytes });
      return isFetched ? { file, release: () => removeFile(file) } : undefined;
    },
    draftFile,
    ...readyCalls(bucket),
    removeOriginal: (path) => bucket.remove(originalName(path)),
    async remove(path) {
      await bucket.remove(originalName(path));
      await bucket.remove(readyName(path));
      await removeFilesNamed(draftsFolder, `${nameOf(path)}-`);
    },
    async originalsBefore(time) {
      const names = await bucket.namesBefore(originalsPrefix, time);
      return names.flatMap((name) => pathOfFile(name.slice(originalsPrefix.length)) ?? []);
    },
    removeDraftsBefore: (time) => removeOlderFiles(draftsFolder, time),
    close: async () => {},
  };
}

function uploadCalls(bucket: Bucket) {
  return {
    async createTarget({ photo: { path, type, issuedAt }, expiresAt }) {
      const times = { from: issuedAt, until: expiresAt };
      return { method: 'PUT', url: await bucket.signPut({ name: originalName(path), type }, times) };
    },
    async findArrival(path) {
      const found = await bucket.readStart(originalName(path), leadingBytesCount);
      return found && { bytes: found.bytes, leadingBytes: found.start };
    },
    // It answers once it has it for good; whether it still does is another question.
    makeDurable: async ({ path, bytes }) => (await bucket.sizeOf(originalName(path))) === bytes,
  } satisfies Partial<PhotoStore>;
}

function readyCalls(bucket: Bucket) {
  return {
    async storeReady(path, draft) {
      await bucket.putFile({ name: readyName(path), type: typeOfPath(path), file: draft });
      await removeFile(draft);
    },
    readySize: (path) => bucket.sizeOf(readyName(path)),
    openReady: (path) => bucket.read(readyName(path)),
  } satisfies Partial<PhotoStore>;
}

const originalsPrefix = 'originals/';

function originalName(path: string): string {
  return `${originalsPrefix}${nameOf(path)}`;
}

function readyName(path: string): string {
  return `ready/${nameOf(path)}`;
}

/** Only paths of ours lead to an object. */
function nameOf(path: string): string {
  const file = fileOfPath(path);
  if (file === undefined) throw new Error('Cannot name the object of a photo: its path is none of ours');
  return file;
}
