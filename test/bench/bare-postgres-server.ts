import fastify from 'fastify';
import pg from 'pg';
import { serverSettings } from '../../src/server/platform/config/settings.ts';

/**
 * The peer of the submissions benchmark on PostgreSQL: it parses a body, inserts it durably by a prepared
 * statement and answers. It has as many connections as our server.
 */
const pool = new pg.Pool({
  connectionString: process.argv[2] ?? '',
  max: serverSettings.postgres.connections,
});
await pool.query(
  'CREATE TABLE IF NOT EXISTS entry (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text NOT NULL)',
);

const app = fastify({ logger: false });
app.post('/', async (request) => {
  const values = [JSON.stringify(request.body)];
  await pool.query({ name: 'insert', text: 'INSERT INTO entry (body) VALUES ($1)', values });
  return { success: true };
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
