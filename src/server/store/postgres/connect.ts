import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { ServerSettings } from '../../config/settings.ts';
import type { Tables } from './tables.gen.ts';

/** Where SQL is carried out: a connection of the pool for each statement, or the one of a transaction. */
export type Database = Kysely<Tables>;

/** A PostgreSQL database that statements are sent to. */
export interface Connected {
  readonly db: Database;
  /** Lets what is under way end, and closes every connection. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a pool; nothing is connected before the first statement. Connections that break are replaced by the next statement that needs one;
 * `onLost` hears of one that broke while nobody used it.
 */
export function connect({
  url,
  settings,
  onLost,
}: {
  readonly url: string;
  readonly settings: ServerSettings['postgres'];
  readonly onLost: (error: Error) => void;
}): Connected {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'slipway',
    keepAlive: true,
    max: settings.connections,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    idleTimeoutMillis: settings.idleMs,
    statement_timeout: settings.statementTimeoutMs,
    // Where the server says nothing at all, not even that it took too long.
    query_timeout: settings.silenceTimeoutMs,
    types: { getTypeParser },
  });
  pool.on('error', onLost);
  // One that breaks amid a transaction tells whoever has it by the next statement; without a listener it would end the process besides.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  return { db, close: () => pool.end() };
}

/** One connection without limits of time, for what takes as long as it takes. */
export function connectUnlimited({ settings, ...options }: Parameters<typeof connect>[0]): Connected {
  const unlimited = { connections: 1, statementTimeoutMs: 0, silenceTimeoutMs: 0 };
  return connect({ ...options, settings: { ...settings, ...unlimited } });
}

/** `bigint` is a number here: times in milliseconds, counts and sizes stay far below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: unknown) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');

/**
 * The pool with every statement prepared: each connection has PostgreSQL parse a text once (PostgreSQL 15, "PREPARE"). There are as many
 * texts as there are statements in the code, since lists travel as one array.
 */
function preparing(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: {},
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? preparingClient(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

/** One that fell silent is closed when it is released: behind a break that nobody was told of it would stay so, for whoever has it next. */
function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  let isSilent = false;
  const noteSilence = (error: unknown) => {
    // node-postgres gives it no code.
    isSilent ||= error instanceof Error && error.message === 'Query read timeout';
    throw error;
  };
  // Of all that `query` takes Kysely uses the text with its parameters; what has none may be several statements, which are never prepared.
  const query = (text: string, values: readonly unknown[] = []) =>
    client
      .query(values.length === 0 ? text : { name: nameOf(text), text, values: values.map(storableValue) })
      .catch(noteSilence);
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isSilent) };
}

/** `storable` for the texts of what is sent as JSON, whose escapes PostgreSQL reads: a replacer of `JSON.stringify`. */
export function storableText(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? storable(value) : value;
}

/**
 * Without the one character that no text of PostgreSQL's holds (PostgreSQL 15, "Character Types"): whoever asks for an id or a name with it
 * finds nothing, as with any other that there is not. JSON has it as six others, and stays as it is. Halves of
 * characters, which no text holds either, are that too.
 */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  return Array.isArray(value) ? value.map(storableValue) : value;
}

const names = new Map<string, string>();

/** What a prepared statement is called, the same on each connection. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `slipway_${names.size + 1}`;
  names.set(text, name);
  return name;
}
