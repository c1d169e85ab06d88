import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  getErrorCode,
  ignoreAbsent,
  listOlderFiles,
  removeFile,
  removeFilesWithPrefix,
  removeOlderFiles,
  syncFolder,
} from '../platform/files/files.ts';
import type { SigningKeys } from '../platform/secret/signed-token.ts';
import { openIncomingFolder } from './incoming-folder.ts';
import { signTarget } from './photo-address.ts';
import { toCanonicalType, toPhotoFile, toPhotoPath } from './photo-path.ts';
import type { PhotoStore } from './photo-store.ts';
import { receivePhoto } from './receive-photo.ts';

/**
 * Opens a store of photos in a folder, which is created if necessary: uploads in `incoming`, originals in
 * `originals`, re-encoded photos in `ready`. Files appear atomically in the last two. `PhotoStore` describes
 * the methods.
 */
export async function openFolderStore({
  folder,
  targetKey,
}: {
  readonly folder: string;
  readonly targetKey: SigningKeys;
}): Promise<PhotoStore> {
  const folders = {
    incoming: join(folder, 'incoming'),
    originals: join(folder, 'originals'),
    ready: join(folder, 'ready'),
  };
  for (const subfolder of Object.values(folders)) await mkdir(subfolder, { recursive: true, mode: 0o700 });
  for (const parent of [folder, dirname(folder)]) await syncFolder(parent);
  const { folder: incoming, close } = await openIncomingFolder(folders.incoming);
  return {
    uploadOrigin: undefined,
    /** Returns an address of this server, signed with `targetKey`. */
    createTarget: async (request) => signTarget({ ...request, key: targetKey }),
    /** Returns undefined always: this server recorded the arrival of the photo when it happened. */
    findArrival: async () => undefined,
    ...createUploadMethods({ ...folders, incoming }),
    ...createOriginalMethods(folders),
    ...createReadyMethods(folders),
    /** Removes the original, the re-encoded photo and the drafts of all processes, as far as they exist. */
    async remove(path) {
      await removeFile(join(folders.originals, requireFileName(path)));
      await removeFile(join(folders.ready, requireFileName(path)));
      // Drafts of any process: that process then finds the photo missing, or creates the draft again.
      for (const subfolder of await readdir(folders.incoming))
        await removeFilesWithPrefix(join(folders.incoming, subfolder), `${requireFileName(path)}-`);
    },
    /** Removes the drafts of this process, and files of an older version, from before a time. */
    async removeDraftsBefore(time) {
      // The first folder may contain drafts of an older version.
      for (const subfolder of [folders.incoming, incoming]) await removeOlderFiles(subfolder, time);
    },
    close,
  };
}

type PhotoFolders = Readonly<Record<'incoming' | 'originals' | 'ready', string>>;

/** Creates the methods that receive an upload as a draft in `incoming`. */
function createUploadMethods({ incoming, originals }: PhotoFolders) {
  /** Returns a new random path of a file in `incoming`, for drafts of a photo. */
  const draftFile = (path: string) =>
    join(incoming, `${requireFileName(path)}-${randomBytes(6).toString('hex')}`);
  return {
    createDraftPath: draftFile,
    /**
     * Receives an upload and makes it the original. Returns a refusal if it does not match the expected
     * photo, or `target-used` if there is an original already. The draft is removed in any case.
     */
    async receive({ path, type, maxBytes, isExact }, upload) {
      const file = draftFile(path);
      const bounds = { type: toCanonicalType(type) ?? '', maxBytes, isExact };
      const reception = await receivePhoto({ ...upload, file, ...bounds });
      if (!reception.isReceived) return reception;
      try {
        // Unlike a rename, a link fails if another upload to the same target was faster.
        await link(file, join(originals, requireFileName(path)));
        return reception;
      } catch (error) {
        if (getErrorCode(error) !== 'EEXIST') throw error;
        return { isReceived: false, refusal: { code: 'target-used' } };
      } finally {
        await unlink(file);
      }
    },
  } satisfies Partial<PhotoStore>;
}

/** Creates the methods for files in `originals`. */
function createOriginalMethods({ originals }: PhotoFolders) {
  const toOriginalFile = (path: string) => join(originals, requireFileName(path));
  return {
    /** Syncs an original to the disk; returns false if it is missing or has another size. */
    async makeDurable({ path, bytes }) {
      const file = toOriginalFile(path);
      if ((await findSize(file)) !== bytes || !(await syncFile(file))) return false;
      await syncFolder(originals);
      return true;
    },
    /** Returns the original itself, not a copy; undefined if it is missing or has another size. */
    async openOriginal({ path, bytes }) {
      const file = toOriginalFile(path);
      return (await findSize(file)) === bytes ? { file, release: async () => undefined } : undefined;
    },
    removeOriginal: (path) => removeFile(toOriginalFile(path)),
    /** Returns the paths of originals from before a time. Files with other names are left out. */
    async listOriginalsBefore(time) {
      return (await listOlderFiles(originals, time)).flatMap((name) => toPhotoPath(name) ?? []);
    },
  } satisfies Partial<PhotoStore>;
}

/** Creates the methods for files in `ready`. */
function createReadyMethods({ ready }: PhotoFolders) {
  return {
    /** Moves a draft to `ready`, where it replaces an earlier file, and syncs it to the disk. */
    async storeReady(path, draft) {
      await syncFile(draft);
      await rename(draft, join(ready, requireFileName(path)));
      await syncFolder(ready);
    },
    /** Returns the bytes of a re-encoded photo; undefined if there is none. */
    getReadySize: (path) => findSize(join(ready, requireFileName(path))),
    /** Opens a re-encoded photo; undefined if there is none. */
    async openReady(path) {
      const file = join(ready, requireFileName(path));
      const bytes = await findSize(file);
      return bytes === undefined ? undefined : { bytes, stream: createReadStream(file) };
    },
  } satisfies Partial<PhotoStore>;
}

/**
 * Returns the file name of a photo's path, without a folder.
 * @throws if the path is not one of ours.
 */
function requireFileName(path: string): string {
  const file = toPhotoFile(path);
  if (file === undefined) throw new Error('Cannot name the file of a photo: its path is not valid');
  return file;
}

/** Returns the bytes of a file; undefined if it does not exist. */
function findSize(file: string): Promise<number | undefined> {
  return stat(file).then(({ size }) => size, ignoreAbsent);
}

/** Syncs a file to the disk; false if it does not exist. */
async function syncFile(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(ignoreAbsent);
  if (!handle) return false;
  try {
    await handle.datasync();
    return true;
  } finally {
    await handle.close();
  }
}
