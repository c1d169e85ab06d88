import { readdirSync, readFileSync, rmSync } from 'node:fs';

/** The prefix of a run's temporary folder, which the process id of the run follows. */
export const runFolderPrefix = 'slipway-tests-';

/**
 * Ends every process that a test run has left, and removes its temporary folder. A process belongs to the run
 * whose folder is its TMPDIR. Without `/proc`, no process is ended.
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

// As a program, `node test/support/end-run.ts FOLDER` waits until its parent has ended.
const [, , folder] = process.argv;
if (import.meta.main && folder !== undefined) {
  process.stdin.resume();
  process.stdin.once('close', () => endRun(folder));
}
