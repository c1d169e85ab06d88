import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bucket } from '../bucket/bucket.ts';
import { removeFile, removeFilesNamed, removeOlderFiles } from '../files/files.ts';
import { openIncoming } from './incoming-folder.ts';
import { canonicalType, fileOfPath, leadingBytesCount, pathOfFile, typeOfPath } from './photo-path.ts';
import type { PhotoStore } from './photo-store.ts';
import { receivePhoto } from './receive-photo.ts';

export interface S3Settings {
  readonly bucket: Bucket;
  /**
   * A folder of this machine: files that are being encoded are in `drafts`, uploads through this server in
   * `incoming`, until they are in the bucket.
   */
  readonly folder: string;
  readonly maxBytes: number;
}

/**
 * Opens a store of photos in a bucket: uploads below `originals/`, re-encoded photos below `ready/`. A target
 * fixes the type, and the size if it was declared; otherwise the size is checked before an enquiry is
 * accepted.
 * @throws BucketError if the bucket cannot be used.
 */
export async function openS3Store({ bucket, folder, maxBytes }: S3Settings): Promise<PhotoStore> {
  await bucket.look();
  const [drafts, arriving] = [join(folder, 'drafts'), join(folder, 'incoming')];
  for (const place of [drafts, arriving]) await mkdir(place, { recursive: true, mode: 0o700 });
  const { folder: incoming, close } = await openIncoming(arriving);
  const draftFile = (path: string) => newFileIn(drafts, path);
  return {
    uploadOrigin: bucket.origin,
    ...uploadCalls(bucket, incoming),
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
      await removeFilesNamed(drafts, `${nameOf(path)}-`);
    },
    async originalsBefore(time) {
      const names = await bucket.namesBefore(originalsPrefix, time);
      return names.flatMap((name) => pathOfFile(name.slice(originalsPrefix.length)) ?? []);
    },
    async removeDraftsBefore(time) {
      for (const place of [drafts, incoming]) await removeOlderFiles(place, time);
    },
    close,
  };
}

function uploadCalls(bucket: Bucket, incoming: string) {
  return {
    async createTarget({ photo: { path, type, maxBytes, isExact, issuedAt }, expiresAt }) {
      const times = { from: issuedAt, until: expiresAt };
      const object = { name: originalName(path), type, ...(isExact && { bytes: maxBytes }) };
      return { method: 'PUT', url: await bucket.signPut(object, times) };
    },
    /**
     * Writes the whole photo to the local disk first: a slow visitor then occupies no connection to the
     * bucket, which receives all of the photo or nothing.
     */
    async receive({ path, type, maxBytes }, upload) {
      const file = newFileIn(incoming, path);
      const reception = await receivePhoto({ ...upload, file, type: canonicalType(type) ?? '', maxBytes });
      if (!reception.isReceived) return reception;
      try {
        await bucket.putFile({ name: originalName(path), type, file });
        return reception;
      } finally {
        await removeFile(file);
      }
    },
    async findArrival(path) {
      const found = await bucket.readStart(originalName(path), leadingBytesCount);
      return found && { bytes: found.bytes, leadingBytes: found.start };
    },
    // The bucket stores durably before it answers; only the existence must be checked.
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

function newFileIn(folder: string, path: string): string {
  return join(folder, `${nameOf(path)}-${randomBytes(6).toString('hex')}`);
}

const originalsPrefix = 'originals/';

function originalName(path: string): string {
  return `${originalsPrefix}${nameOf(path)}`;
}

function readyName(path: string): string {
  return `ready/${nameOf(path)}`;
}

/**
 * Returns the object's name.
 * @throws if the path is not one of ours.
 */
function nameOf(path: string): string {
  const file = fileOfPath(path);
  if (file === undefined) throw new Error('Cannot name the object of a photo: its path is none of ours');
  return file;
}
