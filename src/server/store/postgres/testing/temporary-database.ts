import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's PostgreSQL server, of a role that may do everything. */
    readonly postgres: string;
  }
}

/** Takes what is to be done when the test has finished, or when all of a file's tests have. */
export type OnEnd = (end: () => Promise<void>) => void;

/** A fresh database with the tables of this release, or with `template0` without any, that is gone in the end; its address. */
export async function temporaryDatabase({
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
  await administer(server, `CREATE DATABASE "${name}" TEMPLATE ${template} ENCODING '${encoding}'`);
  onEnd(async () => {
    await administer(server, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  });
  return addressOf(server, name);
}

const known = new Map<string, Promise<string>>();

/** The database that stands for a folder, the same each time that it is asked for within a test. */
export function databaseFor(folder: string): Promise<string> {
  const url =
    known.get(folder) ??
    temporaryDatabase({ name: basename(folder).toLowerCase().replaceAll(/\W/g, '_') + hexOf(folder) });
  known.set(folder, url);
  return url;
}

/** Names of folders differ in case. */
function hexOf(folder: string): string {
  return `_${Buffer.from(basename(folder)).toString('hex').slice(-12)}`;
}

/** Sends statements to a database, one after another; gives the rows of the last. */
export async function administer(url: string, ...statements: readonly string[]): Promise<readonly unknown[]> {
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

/** Does something while somebody else's transaction has carried out a statement, and has not ended. */
export async function holding(url: string, statement: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`BEGIN; ${statement}`);
    await work();
  } finally {
    await client.end();
  }
}

function addressOf(server: string, database: string): string {
  return Object.assign(new URL(server), { pathname: `/${database}` }).href;
}
