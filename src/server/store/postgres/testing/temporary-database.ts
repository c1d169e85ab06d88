import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: string;
  }
}

/** Registers a function that runs when the test, or all tests of a file, have finished. */
export type OnEnd = (end: () => Promise<void>) => void;

/**
 * Creates a database as a copy of `template`, and drops it at the end, also while it is in use.
 * `slipway_template` has the tables of this release, `template0` has none. Returns the address (URL) of the
 * database. Rejects if a database of this name exists.
 */
export async function createTemporaryDatabase({
  name = `test_${randomUUID().replaceAll('-', '')}`,
  template = 'slipway_template',
  encoding = 'UTF8',
  onEnd = onTestFinished,
}: {
  readonly name?: string;
  readonly template?: 'slipway_template' | 'template0';
  readonly encoding?: string;
  readonly onEnd?: OnEnd;
} = {}): Promise<string> {
  const server = inject('postgres');
  await runStatements(server, `CREATE DATABASE "${name}" TEMPLATE ${template} ENCODING '${encoding}'`);
  onEnd(async () => {
    await runStatements(server, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  });
  return toDatabaseAddress(server, name);
}

/** The addresses of the databases by folder. They stay in the map after their database is dropped. */
const known = new Map<string, Promise<string>>();

/**
 * Returns the address of a database that belongs to a folder. The first call for a folder creates it from
 * `slipway_template`, to be dropped at the end of the running test; later calls return the same address.
 */
export function getFolderDatabase(folder: string): Promise<string> {
  const url =
    known.get(folder) ??
    createTemporaryDatabase({
      name: basename(folder).toLowerCase().replaceAll(/\W/g, '_') + toHexSuffix(folder),
    });
  known.set(folder, url);
  return url;
}

/**
 * Returns `_` and the last 12 hex digits of the bytes of a folder's base name, so that names that differ only
 * in case get different databases.
 */
function toHexSuffix(folder: string): string {
  return `_${Buffer.from(basename(folder)).toString('hex').slice(-12)}`;
}

/**
 * Connects to a database, runs the statements one after another, and disconnects. Returns the rows of the
 * last one; an empty list if there are no statements. Rejects at the first statement that fails.
 */
export async function runStatements(
  url: string,
  ...statements: readonly string[]
): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: readonly unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/**
 * Starts a transaction on a connection of its own, runs the statement in it, and then runs `work` while the
 * transaction is open. At the end it disconnects, which rolls the transaction back.
 */
export async function withOpenTransaction(
  url: string,
  statement: string,
  work: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`BEGIN; ${statement}`);
    await work();
  } finally {
    await client.end();
  }
}

/** Returns the URL of a server with the name of a database as its path. */
function toDatabaseAddress(server: string, database: string): string {
  return Object.assign(new URL(server), { pathname: `/${database}` }).href;
}
