import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { memoizeByObject } from '#engine/model/memoize.ts';
import type { ServerSettings } from '../../platform/config/settings.ts';
import type { Tables } from '../repositories/tables.gen.ts';

/** Runs SQL: on any connection of the pool for each statement, or on the connection of a transaction. */
export type Database = Kysely<Tables>;

/** A pool of connections. */
export interface PostgresConnection {
  readonly db: Database;
  /** Waits for used connections, and closes all of them. */
  readonly close: () => Promise<void>;
}

/**
 * Creates a pool, which connects with the first statement and replaces a broken connection when it needs one.
 * @param onLost Called if an unused connection breaks.
 */
export function connect({
  url,
  settings,
  onLost,
}: {
  readonly url: string;
  readonly settings: ServerSettings['postgres'];
  readonly onLost: (error: Error) => void;
}): PostgresConnection {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'slipway',
    keepAlive: true,
    max: settings.connections,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    idleTimeoutMillis: settings.idleMs,
    statement_timeout: settings.statementTimeoutMs,
    // The limit if the server does not respond at all, not even with a timeout error.
    query_timeout: settings.silenceTimeoutMs,
    types: { getTypeParser },
  });
  pool.on('error', onLost);
  // A connection that breaks during a transaction reports it with the next statement. Without this listener
  // the event would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createPreparingPool(pool) }) });
  return { db, close: () => pool.end() };
}

/** Opens one connection without timeouts, for statements that may run for a long time. */
export function connectUnlimited({
  settings,
  ...options
}: Parameters<typeof connect>[0]): PostgresConnection {
  const unlimited = { connections: 1, statementTimeoutMs: 0, silenceTimeoutMs: 0 };
  return connect({ ...options, settings: { ...settings, ...unlimited } });
}

/**
 * Returns the parser of a column type. It reads `bigint` as a number: times in milliseconds, counts and sizes
 * are far below 2^53.
 */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: unknown) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text');

/**
 * Wraps the pool so that every statement with parameters is prepared: each connection parses a text once
 * (PostgreSQL 15, "PREPARE"). There are few different texts, because lists are passed as one array.
 */
function createPreparingPool(pool: pg.Pool): PostgresPool {
  const prepareClient = memoizeByObject(createPreparingClient);
  return {
    options: {},
    connect: async () => prepareClient(await pool.connect()),
    end: () => pool.end(),
  };
}

/**
 * Wraps a connection so that it prepares each statement with parameters. If a statement timed out, the
 * connection is closed when it is released: if the network broke without an error, it would stay broken for
 * its next user.
 */
function createPreparingClient(client: pg.PoolClient): PostgresPoolClient {
  let isTimedOut = false;
  /** Throws the error again, after recording whether it means that the server did not answer in time. */
  const recordTimeoutAndRethrow = (error: unknown) => {
    // node-postgres gives this error no code.
    isTimedOut ||= error instanceof Error && error.message === 'Query read timeout';
    throw error;
  };
  /**
   * Runs a statement, prepared if it has parameters, to which `toStorable` is applied. Kysely passes only a
   * text and its parameters. A text without parameters may be several statements, which cannot be prepared.
   */
  const query = (text: string, values: readonly unknown[] = []) =>
    client
      .query(
        values.length === 0
          ? text
          : { name: getStatementName(text), text, values: values.map(toStorableValue) },
      )
      .catch(recordTimeoutAndRethrow);
  return {
    query: query as unknown as PostgresPoolClient['query'],
    /** Returns the connection to the pool; closes it if a statement timed out. */
    release: () => client.release(isTimedOut),
  };
}

/**
 * A replacer of `JSON.stringify` that applies `toStorable` to each text, because PostgreSQL decodes the
 * escapes in JSON parameters.
 */
export function replaceUnstorable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? toStorable(value) : value;
}

/**
 * Replaces the character NUL, which PostgreSQL texts cannot contain (PostgreSQL 15, "Character Types"), and
 * lone surrogates by U+FFFD. A search for an id or a name with such a character finds nothing. JSON texts
 * contain NUL as the six characters `\u0000` and stay unchanged.
 */
export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** Applies `toStorable` to a text or to each text of a list. Returns other values unchanged. */
function toStorableValue(value: unknown): unknown {
  if (typeof value === 'string') return toStorable(value);
  return Array.isArray(value) ? value.map(toStorableValue) : value;
}

/** By text of a statement, its name. */
const statementNames = new Map<string, string>();

/** Returns the name of a prepared statement, the same on each connection. A new text gets the next number. */
function getStatementName(text: string): string {
  const name = statementNames.get(text) ?? `slipway_${statementNames.size + 1}`;
  statementNames.set(text, name);
  return name;
}
