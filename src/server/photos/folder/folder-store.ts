import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  codeOf,
  ignoreAbsent,
  olderFiles,
  removeFile,
  removeOlderFiles,
  syncFolder,
} from '../../files/files.ts';
import { signTarget, type TargetNote } from '../photo-address.ts';
import { canonicalType, fileOfPath, pathOfFile } from '../photo-path.ts';
import type { PhotoStore } from '../photo-store.ts';
import { type Reception, receivePhoto } from './receive-photo.ts';

/** A store that takes uploads itself, by a route of this server. */
export interface ReceivingStore extends PhotoStore {
  /**
   * Takes the photo of a target that holds. `used`: one has arrived under its path before.
   * @throws what the disk or the sender's connection throws.
   */
  readonly receive: (
    target: TargetNote,
    body: Readable,
  ) => Promise<Reception | { readonly isReceived: false; readonly code: 'used' }>;
}

/**
 * Photos in a folder: what is arriving in `incoming`, originals in `originals`, what was made from them in `ready`.
 * A file appears in the last two at once and whole, or not at all.
 */
export async function openFolderStore({
  folder,
  targetKey,
}: {
  readonly folder: string;
  readonly targetKey: Uint8Array;
}): Promise<ReceivingStore> {
  const [incoming, originals, ready] = ['incoming', 'originals', 'ready'].map((name) => join(folder, name));
  if (!incoming || !originals || !ready) throw new Error('unreachable');
  for (const place of [incoming, originals, ready]) await mkdir(place, { recursive: true, mode: 0o700 });
  for (const parent of [folder, dirname(folder)]) await syncFolder(parent);
  const draft = (path: string) => join(incoming, `${nameOf(path)}-${randomBytes(6).toString('hex')}`);
  const originalOf = (path: string) => join(originals, nameOf(path));
  const readyOf = (path: string) => join(ready, nameOf(path));

  return {
    uploadOrigin: undefined,
    target: async (request) => signTarget({ ...request, key: targetKey }),
    async receive({ path, type, maxBytes }, body) {
      const file = draft(path);
      const reception = await receivePhoto({ body, file, type: canonicalType(type) ?? '', maxBytes });
      if (!reception.isReceived) return reception;
      try {
        // Unlike a rename, a link fails where another upload to the same target was first.
        await link(file, originalOf(path));
        return reception;
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
        return { isReceived: false, code: 'used' };
      } finally {
        await unlink(file);
      }
    },
    // What has arrived here was noted when it did.
    arrived: async () => undefined,
    async secure({ path, bytes }) {
      const file = originalOf(path);
      if ((await sizeOf(file)) !== bytes || !(await sync(file))) return false;
      await syncFolder(originals);
      return true;
    },
    async original({ path, bytes }) {
      const file = originalOf(path);
      return (await sizeOf(file)) === bytes ? { file, release: async () => undefined } : undefined;
    },
    draft,
    async keep(path, made) {
      await sync(made);
      await rename(made, readyOf(path));
      await syncFolder(ready);
    },
    async read(path) {
      const file = readyOf(path);
      const size = await sizeOf(file);
      return size === undefined ? undefined : { bytes: size, stream: createReadStream(file) };
    },
    removeOriginal: (path) => removeFile(originalOf(path)),
    async remove(path) {
      await removeFile(originalOf(path));
      await removeFile(readyOf(path));
    },
    async originals(before) {
      return (await olderFiles(originals, before)).flatMap((name) => pathOfFile(name) ?? []);
    },
    sweep: (before) => removeOlderFiles(incoming, before),
  };
}

/** Only paths of ours lead to a file. */
function nameOf(path: string): string {
  const file = fileOfPath(path);
  if (file === undefined) throw new Error('Cannot name the file of a photo: its path is none of ours');
  return file;
}

/** In bytes; absent where there is no such file. */
function sizeOf(file: string): Promise<number | undefined> {
  return stat(file).then(({ size }) => size, ignoreAbsent);
}

/** Resolves with true when a file's bytes are on the disk, with false where it is not there. */
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
