import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Returns the resident memory of a process in megabytes (2^20 bytes) (proc_pid_status(5), `VmRSS`). */
export function readResidentMegabytes(pid: number): number {
  return readMegabytes(pid, 'VmRSS');
}

/** Returns the peak memory of the largest of some processes in megabytes while something ran (`VmHWM`). */
export async function measurePeakMegabytes(
  pids: readonly number[],
  run: () => Promise<unknown>,
): Promise<number> {
  // Resets the peak (proc_pid_clear_refs(5)).
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  await run();
  return Math.max(...pids.map((pid) => readMegabytes(pid, 'VmHWM')));
}

function readMegabytes(pid: number, figure: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`${figure}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}

/**
 * Returns the processor seconds of a process, of its child processes and of those of them that have ended
 * (proc_pid_stat(5)).
 */
export function readCpuSeconds(pid: number): number {
  const own = readStat(pid);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readStat(Number(name)).parent === pid)
    .map((name) => readStat(Number(name)).ticks / ticks);
  return own.ticks / ticks + children.reduce((sum, one) => sum + one, 0);
}

/** Returns the parent of a process; 0 if that has ended. */
export function readParent(pid: number): number {
  return readStat(pid).parent;
}

/** Clock ticks per second (sysconf(3), `_SC_CLK_TCK`): 100 on every Linux that runs Node. */
const ticks = 100;

function readStat(pid: number): { readonly parent: number; readonly ticks: number } {
  try {
    // The text before the last bracket is a name that may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const spent = fields.slice(11, 15).map(Number);
    return { parent: Number(fields[1]), ticks: spent.reduce((sum, one) => sum + one, 0) };
  } catch {
    // It has ended meanwhile.
    return { parent: 0, ticks: 0 };
  }
}
