import { chmodSync, mkdtempSync, readdirSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endRun, runFolderPrefix } from './end-run.ts';

/** An error that the person who started the tests can fix. */
export class CannotRun extends Error {}

/** Browser profiles, databases and builds of one run take about half of this. */
const leastFreeBytes = 512 * 2 ** 20;

/**
 * Creates a temporary folder for one run, and removes what killed runs have left.
 *
 * @throws CannotRun If there is no space, or nothing can be written.
 */
export function makeRunFolder(): string {
  const place = process.env.TMPDIR ?? tmpdir();
  try {
    for (const name of readdirSync(place)) {
      const [, pid] = new RegExp(`^${runFolderPrefix}(\\d+)-`).exec(name) ?? [];
      if (pid !== undefined && !isAlive(Number(pid))) endRun(join(place, name));
    }
    const folder = mkdtempSync(join(place, `${runFolderPrefix}${process.pid}-`));
    // PostgreSQL runs as another user if root starts it, and must be able to traverse the folder.
    chmodSync(folder, 0o711);
    writeFileSync(join(folder, 'probe'), 'x'.repeat(4096));
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize >= leastFreeBytes) return folder;
    endRun(folder);
    throw new CannotRun(
      `Cannot run the tests: the temporary folder "${place}" has ${Math.floor((bavail * bsize) / 2 ** 20)} MB left, and ${leastFreeBytes / 2 ** 20} are needed. Free some, or set TMPDIR to another folder.`,
    );
  } catch (error) {
    if (error instanceof CannotRun) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotRun(
      `Cannot run the tests: nothing can be written in the temporary folder "${place}" (${code}). Free some space, or set TMPDIR to another folder.`,
    );
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
