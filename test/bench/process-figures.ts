import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Megabytes (2^20 bytes) of memory that a process has at this moment (proc_pid_status(5), `VmRSS`). */
export function residentMegabytes(pid: number): number {
  return megabytesOf(pid, 'VmRSS');
}

/** The most megabytes that some processes had, each at a time of its own, while something ran (`VmHWM`): those of the largest. */
export async function peakMegabytes(pids: readonly number[], run: () => Promise<unknown>): Promise<number> {
  // Forgets the peak so far (proc_pid_clear_refs(5)).
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  await run();
  return Math.max(...pids.map((pid) => megabytesOf(pid, 'VmHWM')));
}

function megabytesOf(pid: number, figure: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`${figure}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}

/** Processor seconds of a process, of those that it has started, and of those of them that have ended (proc_pid_stat(5)). */
export function cpuSecondsOf(pid: number): number {
  const own = statOf(pid);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(Number(name)).parent === pid)
    .map((name) => statOf(Number(name)).ticks / ticks);
  return own.ticks / ticks + children.reduce((sum, one) => sum + one, 0);
}

/** The process that has started another one; 0 where that has ended. */
export function parentOf(pid: number): number {
  return statOf(pid).parent;
}

/** The clock's ticks in a second (sysconf(3), `_SC_CLK_TCK`): 100 on every Linux that runs Node. */
const ticks = 100;

function statOf(pid: number): { readonly parent: number; readonly ticks: number } {
  try {
    // What stands before the last bracket is a name that may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const spent = fields.slice(11, 15).map(Number);
    return { parent: Number(fields[1]), ticks: spent.reduce((sum, one) => sum + one, 0) };
  } catch {
    // It has ended meanwhile.
    return { parent: 0, ticks: 0 };
  }
}
