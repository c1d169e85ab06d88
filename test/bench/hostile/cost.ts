import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '../../support/server-process.ts';
import { readCpuSeconds } from '../process-figures.ts';

/** The cost for the sender, and for the server with all its processes. */
export interface Cost {
  /** Sent megabytes (10^6 bytes). */
  readonly megabytes: number;
  readonly cpuSeconds: number;
  /** The slowest response of `/healthz` meanwhile, in milliseconds. */
  readonly slowestHealthMs: number;
}

/**
 * Runs an attack that resolves with the sent bytes, then `settled` until the server has finished the work.
 */
export async function measureCost(
  server: ServerProcess,
  run: () => Promise<number>,
  settled: () => Promise<void> = async () => undefined,
): Promise<Cost> {
  const before = readCpuSeconds(server.pid);
  const watch = watchHealth(server.url);
  const bytes = await run();
  await settled();
  const slowestHealthMs = await watch.end();
  return { megabytes: bytes / 1e6, cpuSeconds: readCpuSeconds(server.pid) - before, slowestHealthMs };
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
