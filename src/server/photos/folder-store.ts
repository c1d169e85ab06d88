import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  codeOf,
  ignoreAbsent,
  olderFiles,
  removeFile,
  removeFilesNamed,
  removeOlderFiles,
  syncFolder,
} from '../files/files.ts';
import type { Keys } from '../secret/signed-token.ts';
import { openIncoming } from './incoming-folder.ts';
import { signTarget } from './photo-address.ts';
import { canonicalType, fileOfPath, pathOfFile } from './photo-path.ts';
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
  readonly targetKey: Keys;
}): Promise<PhotoStore> {
  const folders = {
    incoming: join(folder, 'incoming'),
    originals: join(folder, 'originals'),
    ready: join(folder, 'ready'),
  };
  for (const place of Object.values(folders)) await mkdir(place, { recursive: true, mode: 0o700 });
  for (const parent of [folder, dirname(folder)]) await syncFolder(parent);
  const { folder: incoming, close } = await openIncoming(folders.incoming);
  return {
    uploadOrigin: undefined,
    createTarget: async (request) => signTarget({ ...request, key: targetKey }),
    // The arrival was recorded by this server when it happened.
    findArrival: async () => undefined,
    ...draftCalls({ ...folders, incoming }),
    ...originalCalls(folders),
    ...readyCalls(folders),
    async remove(path) {
      await removeFile(join(folders.originals, nameOf(path)));
      await removeFile(join(folders.ready, nameOf(path)));
      // Drafts of any process: that process then finds the photo missing, or creates the draft again.
      for (const place of await readdir(folders.incoming))
        await removeFilesNamed(join(folders.incoming, place), `${nameOf(path)}-`);
    },
    async removeDraftsBefore(time) {
      // The first folder may contain drafts of an older version.
      for (const place of [folders.incoming, incoming]) await removeOlderFiles(place, time);
    },
    close,
  };
}

type Folders = Readonly<Record<'incoming' | 'originals' | 'ready', string>>;

function draftCalls({ incoming, originals }: Folders) {
  const draftFile = (path: string) => join(incoming, `${nameOf(path)}-${randomBytes(6).toString('hex')}`);
  return {
    draftFile,
    async receive({ path, type, maxBytes, isExact }, upload) {
      const file = draftFile(path);
      const bounds = { type: canonicalType(type) ?? '', maxBytes, isExact };
      const reception = await receivePhoto({ ...upload, file, ...bounds });
      if (!reception.isReceived) return reception;
      try {
        // Unlike a rename, a link fails if another upload to the same target was faster.
        await link(file, join(originals, nameOf(path)));
        return reception;
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
        return { isReceived: false, refusal: { code: 'target-used' } };
      } finally {
        await unlink(file);
      }
    },
  } satisfies Partial<PhotoStore>;
}

function originalCalls({ originals }: Folders) {
  const fileOf = (path: string) => join(originals, nameOf(path));
  return {
    async makeDurable({ path, bytes }) {
      const file = fileOf(path);
      if ((await sizeOf(file)) !== bytes || !(await sync(file))) return false;
      await syncFolder(originals);
      return true;
    },
    async openOriginal({ path, bytes }) {
      const file = fileOf(path);
      return (await sizeOf(file)) === bytes ? { file, release: async () => undefined } : undefined;
    },
    removeOriginal: (path) => removeFile(fileOf(path)),
    async originalsBefore(time) {
      return (await olderFiles(originals, time)).flatMap((name) => pathOfFile(name) ?? []);
    },
  } satisfies Partial<PhotoStore>;
}

function readyCalls({ ready }: Folders) {
  return {
    async storeReady(path, draft) {
      await sync(draft);
      await rename(draft, join(ready, nameOf(path)));
      await syncFolder(ready);
    },
    readySize: (path) => sizeOf(join(ready, nameOf(path))),
    async openReady(path) {
      const file = join(ready, nameOf(path));
      const bytes = await sizeOf(file);
      return bytes === undefined ? undefined : { bytes, stream: createReadStream(file) };
    },
  } satisfies Partial<PhotoStore>;
}

/**
 * Returns the file's name.
 * @throws if the path is not one of ours.
 */
function nameOf(path: string): string {
  const file = fileOfPath(path);
  if (file === undefined) throw new Error('Cannot name the file of a photo: its path is none of ours');
  return file;
}

function sizeOf(file: string): Promise<number | undefined> {
  return stat(file).then(({ size }) => size, ignoreAbsent);
}

/** Syncs a file to the disk; false if it does not exist. */
async function sync(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(ignoreAbsent);
  if (!handle) return false;
  try {
    await handle.datasync();
    return true;
  } finally {
    await handle.close();
  }
}
