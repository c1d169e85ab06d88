import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStatements } from './temporary-database.ts';

export interface SmallDisk {
  readonly folder: string;
  /** `size` in the format of tmpfs: `40m`. */
  readonly grow: (size: string) => void;
  readonly remove: () => void;
}

/**
 * Mounts a disk in memory (tmpfs(5)) that the PostgreSQL server at `url` may write to. Returns undefined if
 * mounting is not permitted.
 */
export async function mountSmallDisk(url: string, size: string): Promise<SmallDisk | undefined> {
  const [row] = await runStatements(url, 'SHOW data_directory');
  const { uid, gid } = statSync((row as { readonly data_directory: string }).data_directory);
  const folder = mkdtempSync(join(tmpdir(), 'slipway-disk-'));
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
