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
} from '../files/files.ts';
import type { SigningKeys } from '../secret/signed-token.ts';
import { openIncomingFolder } from './incoming-folder.ts';
import { signTarget } from './photo-address.ts';
import { toCanonicalType, toPhotoFile, toPhotoPath } from './photo-path.ts';
import type { PhotoStore } from './photo-store.ts';
import { receivePhoto } from './receive-photo.ts';

/**
 * Opens a store of photos in a folder: uploads in `incoming`, originals in `originals`, re-encoded photos in
 * `ready`. Files appear atomically in the last two.
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
    createTarget: async (request) => signTarget({ ...request, key: targetKey }),
    // The arrival was recorded by this server when it happened.
    findArrival: async () => undefined,
    ...createUploadMethods({ ...folders, incoming }),
    ...createOriginalMethods(folders),
    ...createReadyMethods(folders),
    async remove(path) {
      await removeFile(join(folders.originals, requireFileName(path)));
      await removeFile(join(folders.ready, requireFileName(path)));
      // Drafts of any process: that process then finds the photo missing, or creates the draft again.
      for (const subfolder of await readdir(folders.incoming))
        await removeFilesWithPrefix(join(folders.incoming, subfolder), `${requireFileName(path)}-`);
    },
    async removeDraftsBefore(time) {
      // The first folder may contain drafts of an older version.
      for (const subfolder of [folders.incoming, incoming]) await removeOlderFiles(subfolder, time);
    },
    close,
  };
}

type PhotoFolders = Readonly<Record<'incoming' | 'originals' | 'ready', string>>;

function createUploadMethods({ incoming, originals }: PhotoFolders) {
  const draftFile = (path: string) =>
    join(incoming, `${requireFileName(path)}-${randomBytes(6).toString('hex')}`);
  return {
    createDraftPath: draftFile,
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

function createOriginalMethods({ originals }: PhotoFolders) {
  const toOriginalFile = (path: string) => join(originals, requireFileName(path));
  return {
    async makeDurable({ path, bytes }) {
      const file = toOriginalFile(path);
      if ((await findSize(file)) !== bytes || !(await syncFile(file))) return false;
      await syncFolder(originals);
      return true;
    },
    async openOriginal({ path, bytes }) {
      const file = toOriginalFile(path);
      return (await findSize(file)) === bytes ? { file, release: async () => undefined } : undefined;
    },
    removeOriginal: (path) => removeFile(toOriginalFile(path)),
    async listOriginalsBefore(time) {
      return (await listOlderFiles(originals, time)).flatMap((name) => toPhotoPath(name) ?? []);
    },
  } satisfies Partial<PhotoStore>;
}

function createReadyMethods({ ready }: PhotoFolders) {
  return {
    async storeReady(path, draft) {
      await syncFile(draft);
      await rename(draft, join(ready, requireFileName(path)));
      await syncFolder(ready);
    },
    getReadySize: (path) => findSize(join(ready, requireFileName(path))),
    async openReady(path) {
      const file = join(ready, requireFileName(path));
      const bytes = await findSize(file);
      return bytes === undefined ? undefined : { bytes, stream: createReadStream(file) };
    },
  } satisfies Partial<PhotoStore>;
}

/**
 * Returns the file name of a photo.
 * @throws if the path is not one of ours.
 */
function requireFileName(path: string): string {
  const file = toPhotoFile(path);
  if (file === undefined) throw new Error('Cannot name the file of a photo: its path is not valid');
  return file;
}

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
