import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ServerSettings } from '../../platform/config/settings.ts';
import { ignoreAbsent, syncFolder } from '../../platform/files/files.ts';
import { isMissingOrEmpty } from '../lost-database.ts';
import { readEnquiryContent } from '../records/stored-enquiry.ts';
import { buildExtraTerms } from '../repositories/search-terms.ts';
import { getDatabasePath, openDatabase, openExistingDatabase } from '../sqlite/database.ts';
import { indexAllEnquiries } from '../sqlite/search-index.ts';
import { createSoleSender } from '../sqlite/sole-sender.ts';
import { runTransaction, runUnforced } from '../sqlite/transaction.ts';
import { StoreError, toStoreError } from '../store-error.ts';
import type { MoveDatabase, MovedRow, MoveTarget } from './move-database.ts';
import type { MovedTable } from './moved-tables.ts';
import { requireSameSource } from './require-same-source.ts';

/** One of the two databases of a move, in SQLite. */
export interface SqliteSideOptions {
  readonly dataFolder: string;
  readonly settings: Pick<ServerSettings, 'store'>;
}

/**
 * Runs `work` with the database of a data folder as the source, read in one snapshot, and returns its result.
 * Meanwhile no server can start with the folder, and nobody else can write to it.
 * @throws StoreError if there is none, a server is using it, or another version wrote it
 */
export async function withSqliteSource<Result>(
  { dataFolder, settings }: SqliteSideOptions,
  work: (source: MoveDatabase) => Promise<Result>,
): Promise<Result> {
  if (isMissingOrEmpty(getDatabasePath(dataFolder)))
    throw new StoreError('lost', `Cannot move "${dataFolder}": there is no database in it; name its folder`);
  return withFolderLock(dataFolder, async () => {
    const { busyTimeoutMs } = settings.store;
    const db = openExistingDatabase({ dataFolder, busyTimeoutMs });
    if (db === undefined)
      throw new StoreError('lost', `Cannot move "${dataFolder}": its database was removed`);
    try {
      // Nothing is written: the transaction only blocks other writers.
      db.exec('BEGIN IMMEDIATE');
      return await work(createMoveDatabase(() => db, resolve(dataFolder)));
    } catch (error) {
      throw toStoreError(error, `read the database in "${dataFolder}"`);
    } finally {
      if (db.isTransaction) db.exec('ROLLBACK');
      db.close();
    }
  });
}

/**
 * Runs `work` with a new database for a data folder as the target, and returns its result. Creates the folder
 * if it is missing. Until the database is finished it is in the subfolder `moving`, where an interrupted move
 * can continue with it.
 * @param from The name of the source.
 * @throws StoreError if there is already a database, data from another source, or a server or another move
 * that is using the folder
 */
export async function withSqliteTarget<Result>(
  { dataFolder, settings, from }: SqliteSideOptions & { readonly from: string },
  work: (target: MoveTarget) => Promise<Result>,
): Promise<Result> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  return withFolderLock(dataFolder, async () => {
    requireNoDatabase(dataFolder);
    const folder = join(dataFolder, 'moving');
    beginMove(folder, { from, name: resolve(dataFolder) });
    /** Opens the database in the subfolder; creates it if it is missing. */
    const openTarget = () =>
      openDatabase({ dataFolder: folder, busyTimeoutMs: settings.store.busyTimeoutMs, whenAbsent: 'make' });
    let db = openTarget();
    try {
      return await work({
        ...createMoveDatabase(() => db, resolve(dataFolder)),
        /** Returns the highest key; undefined if the table is empty. */
        last: async (table) => readLastKey(db, table),
        /** Inserts rows: all of them, or none. */
        add: async (table, rows) => insertRows(db, table, rows),
        /** Deletes the database in the subfolder and opens an empty one. */
        async clear() {
          db.close();
          for (const suffix of ['', '-wal', '-shm'])
            rmSync(`${getDatabasePath(folder)}${suffix}`, { force: true });
          db = openTarget();
        },
        /**
         * Indexes the enquiries, closes the database and moves it to the data folder, where servers accept
         * it.
         */
        async finish() {
          indexAllEnquiries(db, settings.store.wordsBatch);
          db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
          db.close();
          requireNoDatabase(dataFolder);
          await publishDatabase(folder, dataFolder);
        },
      });
    } catch (error) {
      throw toStoreError(error, `write to the database in "${folder}"`);
    } finally {
      if (db.isOpen) db.close();
    }
  });
}

/**
 * Runs `work` with the lock of the process that sends the mails of a data folder, so that no server can start
 * with it, and returns its result. Sends no mail.
 * @throws StoreError if a server or another move is using the folder
 */
async function withFolderLock<Result>(dataFolder: string, work: () => Promise<Result>): Promise<Result> {
  const sender = createSoleSender(dataFolder);
  if (!sender.acquire())
    throw new StoreError(
      'broken',
      `Cannot move the data of "${dataFolder}": a server, or another move, is using it; stop it first`,
    );
  try {
    return await work();
  } finally {
    sender.release();
  }
}

/**
 * Checks that a data folder contains no database.
 * @throws StoreError if there is one, or the write-ahead log of a former one, which SQLite would apply to the
 * new database (SQLite, "Write-Ahead Logging", "The WAL File")
 */
function requireNoDatabase(dataFolder: string): void {
  const file = getDatabasePath(dataFolder);
  const [there] = [file, `${file}-wal`].filter((path) => !isMissingOrEmpty(path));
  if (there === undefined) return;
  throw new StoreError(
    'foreign',
    `Cannot move into "${dataFolder}": there is already "${there}"; move it elsewhere, with slipway.db-wal and slipway.db-shm, or name another folder`,
  );
}

/**
 * Creates the folder of a move and records its source `from`; for an interrupted move, checks that it has the
 * same source.
 * @param folder The subfolder `moving` of the data folder.
 * @throws StoreError `foreign` if it has another source
 */
function beginMove(folder: string, { from, name }: { readonly from: string; readonly name: string }): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'from');
  requireSameSource(readText(file), { from, name });
  writeFileSync(file, from, { flush: true, mode: 0o600 });
}

/** Returns the content of a file; undefined if it is missing or empty. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8') || undefined;
  } catch (error) {
    return ignoreAbsent(error);
  }
}

/**
 * Moves the complete, closed database to the data folder by renaming it, so that it never appears incomplete,
 * and removes the folder of the move.
 */
async function publishDatabase(folder: string, dataFolder: string): Promise<void> {
  renameSync(getDatabasePath(folder), getDatabasePath(dataFolder));
  await syncFolder(dataFolder);
  rmSync(folder, { recursive: true });
}

/**
 * Returns the functions that read a database.
 * @param db Returns the database that is open now.
 * @param name The database's name for people.
 */
function createMoveDatabase(db: () => DatabaseSync, name: string): MoveDatabase {
  return {
    name,
    /**
     * Returns at most one batch of rows after a key, in the order of the keys; without a key the first ones.
     */
    readBatch: async (table, after) => readNextBatch(db(), table, after),
    /** Returns the number of rows. */
    count: async (table) => Number(db().prepare(`SELECT count(*) AS count FROM ${table.name}`).get()?.count),
  };
}

/**
 * Returns at most `table.batch` rows whose keys are higher than `afterKey`, in the order of the keys; the
 * first ones if it is undefined, none after the last row.
 */
function readNextBatch(
  db: DatabaseSync,
  table: MovedTable,
  afterKey: MovedRow | undefined,
): readonly MovedRow[] {
  const { keys, columns, batch } = table;
  const key = `(${keys.map(({ name }) => toColumnName(table, name)).join(', ')})`;
  const where = afterKey === undefined ? '' : `WHERE ${key} > (${toPlaceholders(afterKey)})`;
  const named = columns.map(({ name }) => `${toColumnName(table, name)} AS ${name}`).join(', ');
  const rows = db
    .prepare(
      `SELECT ${named} FROM ${table.name} ${where} ORDER BY ${buildKeyOrder(table, 'ASC')} LIMIT ${batch}`,
    )
    .all(...(afterKey ?? []));
  return rows.map((row) => columns.map(({ name }) => row[name] as MovedRow[number]));
}

/** Returns the highest key, with its columns in order; undefined if the table is empty. */
function readLastKey(db: DatabaseSync, table: MovedTable): MovedRow | undefined {
  const named = table.keys.map(({ name }) => `${toColumnName(table, name)} AS ${name}`).join(', ');
  const row = db
    .prepare(`SELECT ${named} FROM ${table.name} ORDER BY ${buildKeyOrder(table, 'DESC')} LIMIT 1`)
    .get();
  return row && table.keys.map(({ name }) => row[name] as MovedRow[number]);
}

/**
 * Inserts the rows in one transaction, enquiries with their extra search terms, without waiting for the disk.
 */
function insertRows(db: DatabaseSync, table: MovedTable, rows: readonly MovedRow[]): void {
  const named = table.columns.map(({ name }) => toColumnName(table, name)).join(', ');
  const insert = db.prepare(`INSERT INTO ${table.name} (${named}) VALUES (${toPlaceholders(table.columns)})`);
  const contentIndex = table.columns.findIndex(({ name }) => name === 'content');
  const setExtraTerms = db.prepare('UPDATE enquiries SET further_words = ? WHERE sequence = ?');
  // Unforced: what a power cut loses is moved again.
  runUnforced(db, () =>
    runTransaction(db, () => {
      for (const row of rows) {
        const { lastInsertRowid } = insert.run(...row);
        if (table.name === 'enquiries')
          setExtraTerms.run(toExtraTerms(String(row[contentIndex])), lastInsertRowid);
      }
    }),
  );
}

/** Returns the extra search terms of an enquiry's JSON, separated by spaces; empty if there are none. */
function toExtraTerms(content: string): string {
  const { visitor, values } = readEnquiryContent(content);
  return buildExtraTerms([visitor?.name, values]);
}

/**
 * Returns the name of a column in SQLite. `delivery_tries` has no column `number`; its row id has the same
 * purpose (SQLite, "Rowid Tables").
 */
function toColumnName({ name: table }: MovedTable, column: string): string {
  return table === 'delivery_tries' && column === 'number' ? 'rowid' : column;
}

/** Returns the columns of the key for `ORDER BY`: `enquiry ASC, number ASC`. */
function buildKeyOrder(table: MovedTable, direction: 'ASC' | 'DESC'): string {
  return table.keys.map(({ name }) => `${toColumnName(table, name)} ${direction}`).join(', ');
}

/** Returns a question mark for each value: `?, ?`. */
function toPlaceholders(row: readonly unknown[]): string {
  return row.map(() => '?').join(', ');
}
