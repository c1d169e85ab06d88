import { type RawRequest, sendRaw, toBytes } from '../../hostile/support/raw.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import type { Bench, Row } from '../row.ts';
import { createHonestVisit, requestAttacks } from './attacks.ts';
import { type Cost, measureCost } from './cost.ts';

/** The highest allowed ratio of an attack's cost to the cost of as many bytes of honest traffic. */
const most = 10;

/** Concurrent requests. */
const connections = 8;

/** The number of honest visits to compare with. */
const visits = 400;

interface RequestCost extends Cost {
  /** From the first byte to the last, at the sender. */
  readonly seconds: number;
  /** Received megabytes (10^6 bytes). */
  readonly answeredMegabytes: number;
}

/**
 * Requests that no client of the form sends, each kind on a new server with the shipped limits, beside honest
 * visits.
 */
export const bench: Bench = async () => {
  const honest = await measureRequests(createItems(visits, createHonestVisit).flat());
  const rows: Row[] = [];
  for (const { name, count, request } of requestAttacks)
    rows.push(...createRows(name, await measureRequests(createItems(count, request)), honest));
  return rows;
};

function createRows(name: string, attack: RequestCost, honest: RequestCost): readonly Row[] {
  const perMegabyte = ({ cpuSeconds, megabytes }: Cost) => (1000 * cpuSeconds) / megabytes;
  const answered = ({ answeredMegabytes, megabytes }: RequestCost) => answeredMegabytes / megabytes;
  return [
    {
      what: `${name}: ${attack.megabytes.toFixed(2)} MB in ${attack.seconds.toFixed(1)} s cost`,
      ours: perMegabyte(attack),
      theirs: perMegabyte(honest),
      unit: 'CPU ms/MB',
      aim: { below: most },
    },
    { what: '  bytes answered for each', ours: answered(attack), theirs: answered(honest), unit: 'bytes' },
    {
      what: '  /healthz took at most',
      ours: attack.slowestHealthMs,
      theirs: honest.slowestHealthMs,
      unit: 'ms',
    },
  ];
}

async function measureRequests(requests: readonly RawRequest[]): Promise<RequestCost> {
  const server = await startServerProcess({ env: { SLIPWAY_TRUST_PROXY: '1' } });
  try {
    // Compilation and drawing at the first requests do not count.
    await sendAll(createItems(20, (index) => createHonestVisit(visits + index)).flat(), server);
    let answered = 0;
    const started = performance.now();
    const cost = await measureCost(server, async () => {
      const traffic = await sendAll(requests, server);
      answered = traffic.received;
      return traffic.sent;
    });
    return { ...cost, seconds: (performance.now() - started) / 1000, answeredMegabytes: answered / 1e6 };
  } finally {
    await server.stop();
  }
}

async function sendAll(requests: readonly RawRequest[], { url }: ServerProcess) {
  let next = 0;
  let [sent, received] = [0, 0];
  async function work(): Promise<void> {
    for (let request = requests[next]; request !== undefined; request = requests[next]) {
      next += 1;
      sent += toBytes(request).length;
      received += (await sendRaw(url, request)).bytes;
    }
  }
  await Promise.all(Array.from({ length: connections }, work));
  return { sent, received };
}

function createItems<Item>(count: number, make: (index: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
