import { DatabaseSync } from 'node:sqlite';
import fastify from 'fastify';

/** The peer of the submissions benchmark: it parses a body, inserts it durably and answers. */
const database = new DatabaseSync(process.argv[2] ?? ':memory:');
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE entry (id INTEGER PRIMARY KEY, body TEXT NOT NULL)',
);
const insert = database.prepare('INSERT INTO entry (body) VALUES (?)');

const app = fastify({ logger: false });
app.post('/', (request) => {
  insert.run(JSON.stringify(request.body));
  return { success: true };
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
