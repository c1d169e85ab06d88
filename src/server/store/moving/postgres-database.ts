import { type RawBuilder, sql } from 'kysely';
import { getCampaignName } from '#engine/model/campaign.ts';
import type { ServerSettings } from '../../platform/config/settings.ts';
import { connectUnlimited, type Database, type PostgresConnection } from '../postgres/connect.ts';
import { isEmptyDatabase, migratePostgres, requireCurrentPostgres } from '../postgres/migrations.ts';
import { findMoveInProgress, markMove, requireNoMove, unmarkMove } from '../postgres/move-mark.ts';
import { isLockTimeout, toPostgresStoreError } from '../postgres/postgres-error.ts';
import { requireSafeSettings } from '../postgres/postgres-store.ts';
import { buildSearchVector } from '../postgres/search-vector.ts';
import { readEnquiryContent } from '../records/stored-enquiry.ts';
import { StoreError } from '../store-error.ts';
import type { MoveDatabase, MovedRow, MovedValue, MoveTarget } from './move-database.ts';
import { type MovedColumn, type MovedTable, movedTables } from './moved-tables.ts';
import { requireSameSource } from './require-same-source.ts';

/** One of the two databases of a move, in PostgreSQL. */
export interface PostgresSideOptions {
  /** The connection URL, with user and password. */
  readonly url: string;
  readonly settings: Pick<ServerSettings, 'postgres'>;
}

/**
 * Runs `work` with a database as the source, read in one snapshot, and returns its result. Meanwhile nobody
 * else can write to the moved tables.
 * @throws StoreError if the database is empty or the target of an incomplete move, if a server is using it,
 * or if another version wrote it
 */
export async function withPostgresSource<Result>(
  options: PostgresSideOptions,
  work: (source: MoveDatabase) => Promise<Result>,
): Promise<Result> {
  const name = toDatabaseName(options.url);
  return withMoveConnection(options, async ({ db }) => {
    if (await isEmptyDatabase(db))
      throw new StoreError('lost', `Cannot move ${name}: no server has been started with it`);
    await requireCurrentPostgres(db);
    await requireNoMove(db);
    await requireNoServer(db, name);
    const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    return reading.execute(async (snapshot) => {
      // Writing the rows to the target may take long.
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(snapshot);
      // Locked before the first read, so that the snapshot starts after the last write (PostgreSQL 15,
      // "LOCK").
      const tables = movedTables.map(({ name: table }) => sql.table(table));
      await sql`LOCK TABLE ${sql.join(tables)} IN SHARE MODE`.execute(snapshot);
      await requireNoServer(snapshot, name);
      return work(createMoveDatabase(snapshot, name));
    });
  });
}

/**
 * Creates the tables of an empty database, runs `work` with it as the target, and returns the result. No
 * server accepts the database until it is finished, and an interrupted move can continue with it.
 * @param from The name of the source.
 * @throws StoreError if it contains other data or data from another source, or if another move is filling it
 */
export async function withPostgresTarget<Result>(
  { from, ...options }: PostgresSideOptions & { readonly from: string },
  work: (target: MoveTarget) => Promise<Result>,
): Promise<Result> {
  const name = toDatabaseName(options.url);
  return withMoveConnection(options, async ({ db }) => {
    await requireSafeSettings(db);
    return db.connection().execute(async (one) => {
      await lockForMove(one, name);
      await beginMove(one, { from, name });
      await migratePostgres(one);
      await requireNoServer(one, name);
      return work({
        ...createMoveDatabase(one, name),
        /** Returns the highest key; undefined if the table is empty. */
        last: (table) => readLastKey(one, table),
        /** Inserts rows: all of them, or none. */
        add: (table, rows) => insertRows(one, table, rows),
        /** Deletes all moved rows. */
        clear: () => truncateTables(one),
        /** Completes the database, so that servers accept it. */
        finish: () => finishMove(one),
      });
    });
  });
}

/**
 * Runs `work` with a connection without timeouts, and closes it. Errors of PostgreSQL and of the connection
 * become a `StoreError`.
 */
async function withMoveConnection<Result>(
  { url, settings }: PostgresSideOptions,
  work: (connected: PostgresConnection) => Promise<Result>,
): Promise<Result> {
  const connected = connectUnlimited({ url, settings: settings.postgres, onLost: () => undefined });
  try {
    return await work(connected);
  } catch (error) {
    throw toPostgresStoreError(error, 'use the database in DATABASE_URL');
  } finally {
    await connected.close();
  }
}

/** Returns the address without user, password and parameters, as a name for people. */
function toDatabaseName(url: string): string {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}

/**
 * Checks that no server uses the database.
 * @param name The database's name in the message.
 * @throws StoreError if a server that uses it was alive in the last seconds
 */
async function requireNoServer(db: Database, name: string): Promise<void> {
  const [server] = await db
    .selectFrom('instances')
    .select('name')
    .where('alive_until', '>', sql<Date>`now()`)
    .limit(1)
    .execute();
  if (server === undefined) return;
  throw new StoreError(
    'broken',
    `Cannot move the data of ${name}: the server "${server.name}" uses it; stop every server (one that was killed counts as running for some seconds)`,
  );
}

/**
 * Locks the database for this move until the connection ends. The server may notice only some time later that
 * the connection of an earlier move has ended; therefore it waits for the lock.
 * @param name The database's name in the message.
 * @throws StoreError if another move keeps it locked
 */
async function lockForMove(db: Database, name: string): Promise<void> {
  const locking = db.transaction().execute(async (waiting) => {
    await sql`SELECT set_config('lock_timeout', ${`${lockWaitMs}ms`}, true)`.execute(waiting);
    await sql`SELECT pg_advisory_lock(${lockKey}, hashtext(current_schema()))`.execute(waiting);
  });
  await locking.catch((error) => {
    if (!isLockTimeout(error)) throw error;
    throw new StoreError(
      'broken',
      `Cannot move into ${name}: another move is filling it; wait until it ends`,
    );
  });
}

/** The time that a move waits for the lock of another one, which may have ended just now. */
const lockWaitMs = 5000;

/** The letters `SLPM`. */
const lockKey = 0x53_4c_50_4d;

/**
 * Marks an empty database as the target of a move from the source `from`; for an interrupted move, only
 * checks that it has the same source.
 * @throws StoreError `foreign` if it is another source, or if an unmarked database is not empty
 */
async function beginMove(
  db: Database,
  { from, name }: { readonly from: string; readonly name: string },
): Promise<void> {
  const known = await findMoveInProgress(db);
  requireSameSource(known, { from, name });
  if (known !== undefined) return;
  if (!(await isEmptyDatabase(db)))
    throw new StoreError(
      'foreign',
      `Cannot move into ${name}: it is not empty, a server has been started with it; name an empty database`,
    );
  await markMove(db, from);
}

/**
 * Returns the functions that read a database.
 * @param name The database's name for people.
 */
function createMoveDatabase(db: Database, name: string): MoveDatabase {
  return {
    name,
    /**
     * Returns at most one batch of rows after a key, in the order of the keys; without a key the first ones.
     */
    readBatch: (table, after) => readNextBatch(db, table, after),
    /** Returns the number of rows. */
    async count(table) {
      const { rows } = await sql<{ count: number }>`SELECT count(*) FROM ${sql.table(table.name)}`.execute(
        db,
      );
      return rows[0]?.count ?? 0;
    },
  };
}

/**
 * Returns at most `table.batch` rows whose keys are higher than `afterKey`, in the order of the keys; the
 * first ones if it is undefined, none after the last row.
 */
async function readNextBatch(
  db: Database,
  table: MovedTable,
  afterKey: MovedRow | undefined,
): Promise<readonly MovedRow[]> {
  const keys = table.keys.map(toSortKey);
  const where =
    afterKey === undefined
      ? sql``
      : sql`WHERE (${sql.join(keys)}) > (${sql.join(afterKey.map((value) => sql`${value}`))})`;
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    SELECT ${sql.join(table.columns.map(({ name }) => sql.ref(name)))} FROM ${sql.table(table.name)}
    ${where} ORDER BY ${sql.join(keys)} LIMIT ${table.batch}`.execute(db);
  return rows.map((row) => table.columns.map((column) => toMovedValue(column, row[column.name])));
}

/** Returns the highest key, with its columns in order; undefined if the table is empty. */
async function readLastKey(db: Database, { name, keys }: MovedTable): Promise<MovedRow | undefined> {
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    SELECT ${sql.join(keys.map((key) => sql.ref(key.name)))} FROM ${sql.table(name)}
    ORDER BY ${sql.join(keys.map((key) => sql`${toSortKey(key)} DESC`))} LIMIT 1`.execute(db);
  return rows[0] && keys.map((key) => toMovedValue(key, rows[0]?.[key.name]));
}

/** Returns the expression by which rows are sorted: texts by their bytes, as in SQLite. */
function toSortKey({ name, kind }: MovedColumn): RawBuilder<unknown> {
  return kind === 'text' ? sql`${sql.ref(name)} COLLATE "C"` : sql.ref(name);
}

/**
 * Converts a value that was read to the form that is the same for both databases: a boolean is 1 or 0, other
 * values are unchanged.
 */
function toMovedValue({ kind }: MovedColumn, value: unknown): MovedValue {
  if (kind === 'boolean') return value === true ? 1 : 0;
  // The other types that `connect` reads are those of `MovedValue`.
  return value as MovedValue;
}

/**
 * Inserts the rows with the values of the derived columns, in one statement. There must be at least one row.
 */
async function insertRows(db: Database, table: MovedTable, rows: readonly MovedRow[]): Promise<void> {
  const derived = derivedColumns[table.name];
  const names = [...table.columns.map(({ name }) => name), ...(derived?.names ?? [])];
  const lines = rows.map((row) => {
    const values = [
      ...row.map((value, at) => toPostgresValue(table.columns[at], value)),
      ...(derived?.compute(row) ?? []),
    ];
    return sql`(${sql.join(values.map((value) => sql`${value}`))})`;
  });
  await sql`INSERT INTO ${sql.table(table.name)} (${sql.join(names.map((name) => sql.ref(name)))})
    VALUES ${sql.join(lines)}`.execute(db);
}

/** Converts a moved value for its column: 1 and 0 to a boolean, other values are unchanged. */
function toPostgresValue(column: MovedColumn | undefined, value: MovedValue): MovedValue | boolean {
  return column?.kind === 'boolean' ? value === 1 : value;
}

/**
 * By table, the columns that exist only in PostgreSQL, and a function that computes their values from a row.
 * SQLite computes them from other columns.
 */
const derivedColumns: Readonly<
  Record<
    string,
    { readonly names: readonly string[]; readonly compute: (row: MovedRow) => readonly MovedValue[] }
  >
> = {
  enquiries: { names: ['type', 'site', 'sent_to', 'campaign', 'words'], compute: toDerivedValues },
};

/**
 * Returns the values of the derived columns of an enquiry, by which it is found, in the order of
 * `derivedColumns`.
 */
function toDerivedValues(row: MovedRow): readonly MovedValue[] {
  const { columns = [] } = movedTables.find(({ name }) => name === 'enquiries') ?? {};
  /** Returns the value of a column of the row, as a text. */
  const getText = (column: string) => String(row[columns.findIndex(({ name }) => name === column)]);
  const content = readEnquiryContent(getText('content'));
  const { enquiryType, domain, office, campaign = {}, visitor = {}, values } = content;
  const words = buildSearchVector({ id: getText('id'), reference: getText('reference'), visitor, values });
  const sentTo = office === null ? null : String(office);
  return [String(enquiryType), domain, sentTo, getCampaignName(campaign) ?? null, words];
}

/** Deletes all moved rows. The triggers of the audit log refuse this, so they are disabled meanwhile. */
async function truncateTables(db: Database): Promise<void> {
  await db.transaction().execute(async (clearing) => {
    await sql`ALTER TABLE audit DISABLE TRIGGER USER`.execute(clearing);
    await sql`TRUNCATE ${sql.join(movedTables.map(({ name }) => sql.table(name)))}`.execute(clearing);
    await sql`ALTER TABLE audit ENABLE TRIGGER USER`.execute(clearing);
  });
}

/**
 * Sets each sequence to the highest moved number, unmarks the move, so that servers accept the database, and
 * updates the statistics of the query planner.
 */
async function finishMove(db: Database): Promise<void> {
  await db.transaction().execute(async (finishing) => {
    for (const { table, column } of await listIdentityColumns(finishing))
      await sql`SELECT setval(pg_get_serial_sequence(${table}, ${column}), max(${sql.ref(column)}))
        FROM ${sql.table(table)} HAVING count(*) > 0`.execute(finishing);
    await unmarkMove(finishing);
  });
  await sql`ANALYZE`.execute(db);
}

/** Returns all columns whose numbers come from a sequence, with their tables. */
async function listIdentityColumns(db: Database) {
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_identity = 'YES'`.execute(db);
  return rows;
}
