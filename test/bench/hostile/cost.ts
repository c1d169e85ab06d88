import { setTimeout as wait } from 'node:timers/promises';
import type { ServerProcess } from '../../support/server-process.ts';
import { cpuSecondsOf } from '../process-figures.ts';

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
  server: ServerProcess,
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
