import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { openPostgresStore } from '../../src/server/store/postgres/postgres-store.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';

let server: PostgresServer | undefined;

/** Starts one server for all tests of a run, with a template database that is copied for each test. */
export async function setup(project: TestProject): Promise<void> {
  server = await startPostgres();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('CREATE DATABASE slipway_template');
  await client.end();
  const url = Object.assign(new URL(server.url), { pathname: '/slipway_template' }).href;
  await (await openPostgresStore({ url, settings: serverSettings })).close();
  project.provide('postgres', server.url);
}

export async function teardown(): Promise<void> {
  await server?.stop();
}
