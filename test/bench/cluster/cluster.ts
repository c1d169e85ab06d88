import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { readFrozenDocuments } from '../../support/forms.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import type { ServerOptions } from '../../support/server.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { openPhotoStorage, type PhotoStorage } from './photo-storage.ts';
import { type Receivers, startReceivers } from './receivers.ts';
import { type RoundRobinProxy, startRoundRobin } from './round-robin.ts';

/** Equal servers behind a proxy, with one PostgreSQL database and one storage of photos. */
export interface Cluster {
  /** The address of the proxy. */
  readonly url: string;
  readonly databaseUrl: string;
  readonly postgres: PostgresServer;
  readonly photos: PhotoStorage;
  readonly receivers: Receivers;
  readonly size: number;
  /**
   * Kills a server (SIGKILL), removes its disk, and starts a replacement. Resolves when that accepts
   * requests.
   */
  readonly replace: (at: number) => Promise<void>;
  readonly logged: () => readonly string[];
  readonly stop: () => Promise<void>;
}

const size = 3;

/** Starts everything. Mails go to a real mail server, and each enquiry to a webhook as well. */
export async function startCluster(): Promise<Cluster> {
  const photos = await openPhotoStorage();
  const receivers = await startReceivers();
  const proxy = await startRoundRobin();
  const postgres = await startPostgres();
  const databaseUrl = await createDatabase(postgres, 'cluster');
  const options = createServerOptions({ databaseUrl, photos, receivers, proxy });
  const logs: string[] = [];
  // They create the tables concurrently, as in production.
  const servers: ServerProcess[] = await Promise.all(
    Array.from({ length: size }, () => startServerProcess(options)),
  );
  const updateTargets = () => proxy.lead(servers.map(({ url }) => url));
  updateTargets();
  /**
   * Running replacements by index: the next one waits, or nobody would stop the server that it starts from.
   */
  const replacing = new Map<number, Promise<void>>();
  async function replaceOne(at: number): Promise<void> {
    const old = servers[at] as ServerProcess;
    await old.kill();
    logs.push(old.logged());
    servers[at] = await startServerWithRetries(options);
    updateTargets();
  }
  return {
    url: proxy.url,
    databaseUrl,
    postgres,
    photos,
    receivers,
    size,
    replace(at) {
      const next = (replacing.get(at) ?? Promise.resolve()).then(() => replaceOne(at));
      replacing.set(
        at,
        next.catch(() => undefined),
      );
      return next;
    },
    logged: () =>
      [...logs, ...servers.map((server) => server.logged())].flatMap((log) => log.trim().split('\n')),
    async stop() {
      await Promise.all(replacing.values());
      await Promise.all(servers.map((server) => server.stop()));
      await proxy.stop();
      await receivers.stop();
      await postgres.stop();
      await photos.stop();
    },
  };
}

/** Starts a server again if it does not start because the database is down, as a process manager does. */
async function startServerWithRetries(options: ServerOptions): Promise<ServerProcess> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startServerProcess(options);
    } catch (error) {
      if (tries === mostStarts) throw error;
      await wait(restartMs);
    }
  }
}

const mostStarts = 60;
const restartMs = 1_000;

/** Creates a database and returns its address. */
export async function createDatabase(postgres: PostgresServer, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href;
}

function createServerOptions({
  databaseUrl,
  photos,
  receivers,
  proxy,
}: {
  readonly databaseUrl: string;
  readonly photos: PhotoStorage;
  readonly receivers: Receivers;
  readonly proxy: RoundRobinProxy;
}) {
  const { rules } = readFrozenDocuments()['rules.json'] as { rules: readonly object[] };
  const rule = { id: 'elsewhere', description: 'To another system.', then: { destinations: ['crm'] } };
  const crm = {
    id: 'crm',
    kind: 'webhook',
    url: receivers.webhookUrl,
    mayBePrivate: true,
    secrets: ['env:CRM_SECRET'],
  };
  return {
    documents: { 'rules.json': { rules: [...rules, rule] } },
    content: { 'destinations.json': [crm] },
    env: {
      ...photos.env,
      DATABASE_URL: databaseUrl,
      SLIPWAY_SECRET: 'the same for all servers of this cluster',
      SLIPWAY_PUBLIC_URL: proxy.url,
      SLIPWAY_TRUST_PROXY: '1',
      SLIPWAY_RATE_LIMIT: 'off',
      SMTP_URL: receivers.smtpUrl,
      CRM_SECRET: receivers.secret,
    },
  };
}
