import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStatements } from './temporary-database.ts';

export interface SmallDisk {
  /** The folder at which the disk is mounted. */
  readonly folder: string;
  /** Changes the size of the disk. `size` has the format of tmpfs: `40m`. */
  readonly grow: (size: string) => void;
  /** Unmounts the disk, which loses its files, and removes its folder. */
  readonly remove: () => void;
}

/**
 * Mounts a disk in memory (tmpfs(5)) that the PostgreSQL server at `url` may write to. Returns undefined if
 * mounting is not permitted.
 * @param size In the format of tmpfs: `20m`.
 */
export async function mountSmallDisk(url: string, size: string): Promise<SmallDisk | undefined> {
  const [row] = await runStatements(url, 'SHOW data_directory');
  const { uid, gid } = statSync((row as { readonly data_directory: string }).data_directory);
  const folder = mkdtempSync(join(tmpdir(), 'slipway-disk-'));
  /** Mounts a tmpfs at the folder with these options. Throws if that fails. */
  const mount = (options: string) =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
  try {
    mount(`size=${size},uid=${uid},gid=${gid},mode=700`);
  } catch {
    rmdirSync(folder);
    return undefined;
  }
  return {
    folder,
    grow: (larger) => mount(`remount,size=${larger}`),
    remove() {
      execFileSync('umount', [folder]);
      rmdirSync(folder);
    },
  };
}
