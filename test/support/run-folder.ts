import { chmodSync, mkdtempSync, readdirSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endRun, runFolderPrefix } from './end-run.ts';

/** A reason that whoever started the tests can do something about. */
export class CannotRun extends Error {}

/** A browser's profiles, databases and builds of one run take about half of this. */
const leastFreeBytes = 512 * 2 ** 20;

/**
 * Makes a temporary folder for one run, and removes what runs that were killed have left.
 *
 * @throws CannotRun where there is no room, or nothing can be written.
 */
export function makeRunFolder(): string {
  const place = process.env.TMPDIR ?? tmpdir();
  try {
    for (const name of readdirSync(place)) {
      const [, pid] = new RegExp(`^${runFolderPrefix}(\\d+)-`).exec(name) ?? [];
      if (pid !== undefined && !isAlive(Number(pid))) endRun(join(place, name));
    }
    const folder = mkdtempSync(join(place, `${runFolderPrefix}${process.pid}-`));
    // PostgreSQL runs as a user of its own where root starts it, and has to pass through.
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
