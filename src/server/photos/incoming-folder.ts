import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreAbsent } from '../files/files.ts';
import { lockFile } from '../store/sqlite/lock-file.ts';

/** A process's own folder for what is arriving. */
export interface IncomingFolder {
  readonly folder: string;
  /** Gives it up, with what is in it. */
  readonly close: () => Promise<void>;
}

const lockName = 'owner.lock';

/** What is about to be a process's folder has this at its beginning, so that nobody takes it for one that was left. */
const draftMark = '.new-';

/**
 * Makes a folder of this process's own in `incoming`, and removes those that processes have left which are gone: whoever holds no
 * lock any more was killed, and nobody waits for what was arriving there.
 */
export async function openIncoming(incoming: string): Promise<IncomingFolder> {
  await removeLeft(incoming);
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

async function removeLeft(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const left = join(incoming, name);
    // Files are an older version's, which may be running: they go when they are old.
    const isFolder = (await stat(left).catch(ignoreAbsent))?.isDirectory() ?? false;
    if (!isFolder || name.startsWith(draftMark)) continue;
    const unlock = lockFile(join(left, lockName));
    if (unlock === undefined) continue;
    unlock();
    await rm(left, { recursive: true, force: true });
  }
}
