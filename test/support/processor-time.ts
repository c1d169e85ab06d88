import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second (sysconf(3), _SC_CLK_TCK). */
const ticksPerSecond = 100;

/**
 * Returns the processor time in seconds of this process and all its descendants: running ones and children
 * that have ended. Without `/proc`, that of this process only.
 */
export function readProcessorSeconds(): number {
  const processes = readProcesses();
  const own = processes.get(process.pid);
  if (own === undefined) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  let ticks = 0;
  const waiting = [process.pid];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    ticks += processes.get(pid)?.ticks ?? 0;
    for (const [child, { parent }] of processes) if (parent === pid) waiting.push(child);
  }
  return ticks / ticksPerSecond;
}

interface ProcessTime {
  readonly parent: number;
  /** The ticks of the process and of the children that it has waited for. */
  readonly ticks: number;
}

function readProcesses(): ReadonlyMap<number, ProcessTime> {
  const found = new Map<number, ProcessTime>();
  for (const entry of listProc()) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const line = readFileSync(`/proc/${entry}/stat`, 'latin1');
      // The name in brackets may contain spaces: fields are counted from behind it (proc(5)).
      const fields = line
        .slice(line.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const [parent = 0] = fields.slice(1);
      const ticks = fields.slice(11, 15).reduce((sum, part) => sum + part, 0);
      found.set(Number(entry), { parent, ticks });
    } catch {
      // The process has ended meanwhile.
    }
  }
  return found;
}

function listProc(): readonly string[] {
  try {
    return readdirSync('/proc');
  } catch {
    return [];
  }
}
