import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bucket } from '../platform/bucket/bucket.ts';
import { removeFile, removeFilesWithPrefix, removeOlderFiles } from '../platform/files/files.ts';
import { openIncomingFolder } from './incoming-folder.ts';
import { getPhotoType, leadingBytesCount, toCanonicalType, toPhotoFile, toPhotoPath } from './photo-path.ts';
import type { PhotoStore } from './photo-store.ts';
import { receivePhoto } from './receive-photo.ts';

export interface S3StoreOptions {
  readonly bucket: Bucket;
  /**
   * A folder of this machine: files that are being encoded are in `drafts`, uploads through this server in
   * `incoming`, until they are in the bucket: a multipart upload would take 5 MiB of memory for each part, and
   * a connection for as long as the visitor sends.
   */
  readonly folder: string;
  /** The most bytes of an original that are downloaded. */
  readonly maxBytes: number;
}

/**
 * Opens a store of photos in a bucket: uploads below `originals/`, re-encoded photos below `ready/`. A target
 * fixes the type, and the size if it was declared; otherwise the size is checked before an enquiry is
 * accepted. `PhotoStore` describes the methods.
 * @throws BucketError if the bucket cannot be used.
 */
export async function openS3Store({ bucket, folder, maxBytes }: S3StoreOptions): Promise<PhotoStore> {
  await bucket.checkAccess();
  const [drafts, arriving] = [join(folder, 'drafts'), join(folder, 'incoming')];
  for (const localFolder of [drafts, arriving]) await mkdir(localFolder, { recursive: true, mode: 0o700 });
  const { folder: incoming, close } = await openIncomingFolder(arriving);
  const draftFile = (path: string) => createDraftPath(drafts, path);
  return {
    uploadOrigin: bucket.origin,
    ...createUploadMethods(bucket, incoming),
    /**
     * Downloads the original to a draft, which `release` removes; undefined if it is not in the bucket. Does
     * not check its size.
     */
    async openOriginal({ path }) {
      const file = draftFile(path);
      const isFetched = await bucket.downloadTo(file, { name: toOriginalName(path), maxBytes });
      return isFetched ? { file, release: () => removeFile(file) } : undefined;
    },
    createDraftPath: draftFile,
    ...createReadyMethods(bucket),
    removeOriginal: (path) => bucket.remove(toOriginalName(path)),
    /** Removes the original, the re-encoded photo, and the drafts of this machine. */
    async remove(path) {
      await bucket.remove(toOriginalName(path));
      await bucket.remove(toReadyName(path));
      await removeFilesWithPrefix(drafts, `${requireObjectName(path)}-`);
    },
    /** Returns the paths of originals from before a time. Objects with other names are left out. */
    async listOriginalsBefore(time) {
      const names = await bucket.listNamesBefore(originalsPrefix, time);
      return names.flatMap((name) => toPhotoPath(name.slice(originalsPrefix.length)) ?? []);
    },
    /** Removes local files from before a time: drafts, and uploads of this process. */
    async removeDraftsBefore(time) {
      for (const localFolder of [drafts, incoming]) await removeOlderFiles(localFolder, time);
    },
    close,
  };
}

/** Creates the methods for originals in the bucket. */
function createUploadMethods(bucket: Bucket, incoming: string) {
  return {
    /** Returns a signed address of the bucket, to which browsers upload directly. */
    async createTarget({ photo: { path, type, maxBytes, isExact, issuedAt }, expiresAt }) {
      const times = { from: issuedAt, until: expiresAt };
      const object = { name: toOriginalName(path), type, ...(isExact && { bytes: maxBytes }) };
      return { method: 'PUT', url: await bucket.signPut(object, times) };
    },
    /**
     * Writes the whole photo to the local disk and then to the bucket, where it replaces an earlier one. So a
     * slow visitor occupies no connection to the bucket, which receives all of the photo or nothing. The
     * local file is removed in any case.
     */
    async receive({ path, type, maxBytes }, upload) {
      const file = createDraftPath(incoming, path);
      const reception = await receivePhoto({ ...upload, file, type: toCanonicalType(type) ?? '', maxBytes });
      if (!reception.isReceived) return reception;
      try {
        await bucket.putFile({ name: toOriginalName(path), type, file });
        return reception;
      } finally {
        await removeFile(file);
      }
    },
    /** Returns the size and the first bytes of an original; undefined if it is not in the bucket. */
    async findArrival(path) {
      const found = await bucket.readStart(toOriginalName(path), leadingBytesCount);
      return found && { bytes: found.bytes, leadingBytes: found.start };
    },
    /**
     * Returns true if the original is in the bucket with this size. Nothing is synced: the bucket stores
     * durably before it answers.
     */
    makeDurable: async ({ path, bytes }) => (await bucket.findSize(toOriginalName(path))) === bytes,
  } satisfies Partial<PhotoStore>;
}

/** Creates the methods for re-encoded photos in the bucket. */
function createReadyMethods(bucket: Bucket) {
  return {
    /** Uploads a draft as the re-encoded photo, and removes the draft. */
    async storeReady(path, draft) {
      await bucket.putFile({ name: toReadyName(path), type: getPhotoType(path), file: draft });
      await removeFile(draft);
    },
    /** Returns the bytes of a re-encoded photo; undefined if there is none. */
    getReadySize: (path) => bucket.findSize(toReadyName(path)),
    /** Opens a re-encoded photo in the bucket; undefined if there is none. */
    openReady: (path) => bucket.read(toReadyName(path)),
  } satisfies Partial<PhotoStore>;
}

/** Returns a new random path of a file in a folder, for drafts of a photo. */
function createDraftPath(folder: string, path: string): string {
  return join(folder, `${requireObjectName(path)}-${randomBytes(6).toString('hex')}`);
}

const originalsPrefix = 'originals/';

function toOriginalName(path: string): string {
  return `${originalsPrefix}${requireObjectName(path)}`;
}

function toReadyName(path: string): string {
  return `ready/${requireObjectName(path)}`;
}

/**
 * Returns the name of the object of a photo, without its prefix.
 * @throws an `Error` if the path is not that of a photo.
 */
function requireObjectName(path: string): string {
  const file = toPhotoFile(path);
  if (file === undefined) throw new Error('Cannot name the object of a photo: its path is not valid');
  return file;
}
