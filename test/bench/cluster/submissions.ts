import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../../support/postgres.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { readCpuSeconds, readParent } from '../process-figures.ts';
import { type Bench, getMedian, getRange, type Row } from '../row.ts';
import { measureSubmissionRate, type Peer, startPeer } from '../submissions-load.ts';
import { createDatabase } from './cluster.ts';

const usualRounds = 5;
const usualSends = 3_000;

/**
 * Submissions a second on PostgreSQL: one server beside the same framework with one bare durable insert per
 * request and as many connections, and three servers beside one. They share the cores with PostgreSQL and the
 * load. A server's processor time includes its mails.
 */
export const bench: Bench = async ({ rounds = usualRounds, sends = usualSends }) => {
  const postgres = await startPostgres();
  const database = await openDatabase(await createDatabase(postgres, 'submissions'));
  const peer = await startPeer('bare-postgres-server.ts', await createDatabase(postgres, 'bare'));
  const start = () =>
    startServerProcess({
      env: {
        DATABASE_URL: database.url,
        SLIPWAY_SECRET: 'the same for all of these servers',
        SLIPWAY_RATE_LIMIT: 'off',
      },
    });
  const first = await start();
  const measure = { sends, database };
  const [one, bare, three]: [SubmissionCost[], SubmissionCost[], SubmissionCost[]] = [[], [], []];
  try {
    await measureSubmissions([first], measure);
    await measureSubmissionRate([peer.url], 'bare', sends);
    await database.hasStatistics();
    for (let round = 0; round < rounds; round += 1) {
      one.push(await measureSubmissions([first], measure));
      bare.push(await measureSubmissions([peer], measure));
      const others = [await start(), await start()];
      await measureSubmissions(others, { ...measure, sends: 500 });
      three.push(await measureSubmissions([first, ...others], measure));
      await Promise.all(others.map((server) => server.stop()));
    }
  } finally {
    await first.stop();
    peer.stop();
    await database.close();
    await postgres.stop();
  }
  const cores = `${cpus().length} cores`;
  return [
    createSubmissionRow('submissions a second on PostgreSQL, one server beside a bare insert', one, bare, {
      of: ({ aSecond }) => aSecond,
      unit: '1/s',
      aim: { above: 0.5 },
    }),
    createSubmissionRow('  processor time of the server each', one, bare, {
      of: ({ serverMs }) => serverMs,
      unit: 'ms',
    }),
    createSubmissionRow('  processor time of PostgreSQL each', one, bare, {
      of: ({ postgresMs }) => postgresMs,
      unit: 'ms',
    }),
    createSubmissionRow(`submissions a second, three servers beside one, all on ${cores}`, three, one, {
      of: ({ aSecond }) => aSecond,
      unit: '1/s',
    }),
    createSubmissionRow('  processor time of the servers each', three, one, {
      of: ({ serverMs }) => serverMs,
      unit: 'ms',
    }),
    createSubmissionRow('  processor time of PostgreSQL each', three, one, {
      of: ({ postgresMs }) => postgresMs,
      unit: 'ms',
    }),
  ];
};

interface SubmissionCost {
  readonly aSecond: number;
  /** Milliseconds of processor time per submission. */
  readonly serverMs: number;
  readonly postgresMs: number;
}

type SubmissionLoad = { readonly sends: number; readonly database: OpenDatabase };

/** Measures until the last of their mails is sent. */
async function measureSubmissions(
  servers: readonly (ServerProcess | Peer)[],
  { sends, database }: SubmissionLoad,
): Promise<SubmissionCost> {
  const serverSeconds = () => servers.reduce((sum, { pid }) => sum + readCpuSeconds(pid), 0);
  const before = [serverSeconds(), readCpuSeconds(database.serverPid)] as const;
  const kind = servers.some((server) => 'data' in server) ? 'slipway' : 'bare';
  const aSecond = await measureSubmissionRate(
    servers.map(({ url }) => url),
    kind,
    sends,
  );
  await database.mailsDone();
  const perSend = (seconds: number) => (1000 * seconds) / sends;
  return {
    aSecond,
    serverMs: perSend(serverSeconds() - before[0]),
    postgresMs: perSend(readCpuSeconds(database.serverPid) - before[1]),
  };
}

interface OpenDatabase {
  readonly url: string;
  readonly serverPid: number;
  readonly mailsDone: () => Promise<void>;
  /**
   * Runs `ANALYZE`, as PostgreSQL does within a minute of the first rows: without statistics it makes other
   * plans.
   */
  readonly hasStatistics: () => Promise<void>;
  readonly close: () => Promise<void>;
}

async function openDatabase(url: string): Promise<OpenDatabase> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  return {
    url,
    serverPid: readParent(rows[0].pid),
    hasStatistics: async () => void (await client.query('ANALYZE')),
    async mailsDone() {
      while ((await client.query("SELECT 1 FROM mails WHERE state = 'waiting' LIMIT 1")).rows.length > 0)
        await wait(100);
    },
    close: () => client.end(),
  };
}

function createSubmissionRow(
  what: string,
  ours: readonly SubmissionCost[],
  theirs: readonly SubmissionCost[],
  {
    of,
    ...about
  }: {
    readonly of: (taken: SubmissionCost) => number;
    readonly unit: string;
    readonly aim?: { readonly above: number };
  },
): Row {
  const [our, their] = [ours.map(of), theirs.map(of)];
  return {
    what,
    ours: getMedian(our),
    theirs: getMedian(their),
    range: { ours: getRange(our), theirs: getRange(their) },
    ...about,
  };
}
