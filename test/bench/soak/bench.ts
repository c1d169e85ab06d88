import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres } from '../../support/postgres.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { studioPassword } from '../../support/studio-password.ts';
import { createDatabase } from '../cluster/cluster.ts';
import { readResidentMegabytes } from '../process-figures.ts';
import type { Bench, Row } from '../row.ts';
import { type DoneCounts, startTraffic } from './traffic.ts';
import { getMinima, getTrend, type Sample } from './trend.ts';

/** Enough for a trial; growth needs an hour. */
const usualMinutes = 4;
const sampleEveryMs = 1_000;

/** The interval between two garbage collections of a little used heap. */
const stretchMs = 15_000;

/**
 * The memory of two servers under steady load for some minutes, one with the embedded database and one with
 * PostgreSQL: the resident memory of the process, and the smallest heap of its main thread.
 */
export const bench: Bench = async ({ minutes = usualMinutes }) => {
  const postgres = await startPostgres();
  const own = {
    SLIPWAY_RATE_LIMIT: 'off',
    SLIPWAY_STUDIO_PASSWORD: studioPassword,
    SLIPWAY_METRICS_PORT: '0',
  };
  const servers = {
    SQLite: await startServerProcess({ env: own }),
    PostgreSQL: await startServerProcess({
      env: { ...own, DATABASE_URL: await createDatabase(postgres, 'soak') },
    }),
  };
  try {
    const rows = await Promise.all(
      Object.entries(servers).map(([name, server]) => soakServer(name, server, minutes * 60_000)),
    );
    return rows.flat();
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
    await postgres.stop();
  }
};

async function soakServer(name: string, server: ServerProcess, forMs: number): Promise<readonly Row[]> {
  const traffic = await startTraffic(server, forMs);
  const [resident, heap]: [Sample[], Sample[]] = [[], []];
  const began = performance.now();
  while (performance.now() - began < forMs) {
    const atMs = performance.now() - began;
    resident.push({ atMs, value: readResidentMegabytes(server.pid) });
    heap.push({ atMs, value: await readHeapMegabytes(server) });
    await wait(sampleEveryMs);
  }
  await traffic.end();
  return [
    ...createRows(`${name}: resident memory`, resident),
    ...createRows(
      `${name}: heap of the main thread, least of ${stretchMs / 1000} s`,
      getMinima(heap, stretchMs),
    ),
    { what: `${name}: meanwhile ${describeDone(traffic.done)}`, ours: forMs / 60_000, unit: 'min' },
  ];
}

function createRows(what: string, samples: readonly Sample[]): readonly Row[] {
  const { first, last, perHour, give } = getTrend(samples);
  return [
    { what: `${what}, last third beside first`, ours: last, theirs: first, unit: 'MB', aim: { below: 1.1 } },
    { what: '  its slope', ours: perHour, range: { ours: [perHour - give, perHour + give] }, unit: 'MB/h' },
  ];
}

/** Reads Node's own figures (prom-client's default metrics). */
async function readHeapMegabytes({ printed }: ServerProcess): Promise<number> {
  const address = /http:\S+\/metrics/.exec(printed())?.[0] ?? '';
  const text = await (await fetch(address)).text();
  return Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(text)?.[1]) / 2 ** 20;
}

function describeDone(done: DoneCounts): string {
  return Object.entries(done)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');
}
