import { readdirSync, readFileSync, rmSync } from 'node:fs';

/** How the temporary folder of a run begins; the process id of the run follows. */
export const runFolderPrefix = 'slipway-tests-';

/**
 * Ends every process that a run of the tests has left, and removes the run's temporary folder. A process belongs to the run whose folder is
 * its TMPDIR; where there is no `/proc`, processes are left alone.
 */
export function endRun(folder: string): void {
  for (const pid of processesWith(`TMPDIR=${folder}`)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

function processesWith(variable: string): readonly number[] {
  return listProc().filter((pid) => {
    if (pid === process.pid) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(variable);
    } catch {
      return false;
    }
  });
}

function listProc(): readonly number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

// As a program, `node test/support/end-run.ts FOLDER` waits until whoever started it has ended.
const [, , folder] = process.argv;
if (import.meta.main && folder !== undefined) {
  process.stdin.resume();
  process.stdin.once('close', () => endRun(folder));
}
