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
 * Creates a database with the tables of this release, or without tables from `template0`, and drops it at the
 * end. Returns its address.
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

const known = new Map<string, Promise<string>>();

/** Returns the address of the database for a folder, the same one for each call within a test. */
export function getFolderDatabase(folder: string): Promise<string> {
  const url =
    known.get(folder) ??
    createTemporaryDatabase({
      name: basename(folder).toLowerCase().replaceAll(/\W/g, '_') + toHexSuffix(folder),
    });
  known.set(folder, url);
  return url;
}

/** Returns a suffix that distinguishes folder names that differ only in case. */
function toHexSuffix(folder: string): string {
  return `_${Buffer.from(basename(folder)).toString('hex').slice(-12)}`;
}

/** Runs statements in a database, one after another. Returns the rows of the last one. */
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

function toDatabaseAddress(server: string, database: string): string {
  return Object.assign(new URL(server), { pathname: `/${database}` }).href;
}
