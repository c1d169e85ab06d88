import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreAbsent } from '../platform/files/files.ts';
import { lockFile } from '../store/sqlite/lock-file.ts';

/** The folder for the incoming uploads of one process. */
export interface IncomingFolder {
  /** The path of the folder. */
  readonly folder: string;
  /** Releases the lock and removes the folder with its files. */
  readonly close: () => Promise<void>;
}

const lockName = 'owner.lock';

/** The prefix of a folder that is being created, so that no other process removes it as abandoned. */
const draftMark = '.new-';

/**
 * Creates a locked folder for this process in `incoming`, which must exist, and removes the folders of
 * processes that have ended. Their locks are free, and nobody waits for the uploads in them.
 */
export async function openIncomingFolder(incoming: string): Promise<IncomingFolder> {
  await removeAbandonedFolders(incoming);
  const name = randomBytes(8).toString('hex');
  const draft = join(incoming, `${draftMark}${name}`);
  await mkdir(draft, { mode: 0o700 });
  const unlock = lockFile(join(draft, lockName));
  const folder = join(incoming, name);
  await rename(draft, folder);
  return {
    folder,
    async close() {
      unlock?.();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Removes the folders whose lock is free, because their processes have ended. */
async function removeAbandonedFolders(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const candidate = join(incoming, name);
    // Files belong to an older version that may still run: they are removed when they are old.
    const isFolder = (await stat(candidate).catch(ignoreAbsent))?.isDirectory() ?? false;
    if (!isFolder || name.startsWith(draftMark)) continue;
    const unlock = lockFile(join(candidate, lockName));
    if (unlock === undefined) continue;
    unlock();
    await rm(candidate, { recursive: true, force: true });
  }
}
