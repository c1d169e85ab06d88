import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningServer } from '../../support/server.ts';

/** What something cost its sender, and the server with every process that it started. */
export interface Cost {
  /** What was sent, in megabytes (10^6 bytes). */
  readonly megabytes: number;
  /** Processor seconds of the server. */
  readonly cpuSeconds: number;
  /** The longest that `/healthz` took meanwhile. */
  readonly slowestHealthMs: number;
}

/** Runs something that resolves with the bytes that it sent, and `settled` until the server has done what came of it. */
export async function costOf(
  server: RunningServer,
  run: () => Promise<number>,
  settled: () => Promise<void> = async () => undefined,
): Promise<Cost> {
  const before = cpuSecondsOf(server.pid);
  const watch = watchHealth(server.url);
  const bytes = await run();
  await settled();
  const slowestHealthMs = await watch.end();
  return { megabytes: bytes / 1e6, cpuSeconds: cpuSecondsOf(server.pid) - before, slowestHealthMs };
}

/** The clock's ticks in a second (sysconf(3), `_SC_CLK_TCK`): 100 on every Linux that runs Node. */
const ticks = 100;

/** Of a process, those that it has started, and those of them that have ended (proc_pid_stat(5)). */
function cpuSecondsOf(pid: number): number {
  const own = statOf(pid);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(Number(name)).parent === pid)
    .map((name) => statOf(Number(name)).ticks / ticks);
  return own.ticks / ticks + children.reduce((sum, one) => sum + one, 0);
}

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

function watchHealth(url: string): { readonly end: () => Promise<number> } {
  let slowest = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const started = performance.now();
      await fetch(new URL('/healthz', url)).then((answer) => answer.text());
      slowest = Math.max(slowest, performance.now() - started);
      await wait(20);
    }
  })();
  return {
    async end() {
      isOver = true;
      await watching;
      return slowest;
    },
  };
}
