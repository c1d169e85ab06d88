import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ServerSettings } from '../../config/settings.ts';
import { ignoreAbsent, syncFolder } from '../../files/files.ts';
import { isAbsent } from '../lost-database.ts';
import { furtherWords } from '../search-words.ts';
import { databaseFile, openDatabase, openExistingDatabase } from '../sqlite/database.ts';
import { createSoleSender } from '../sqlite/sole-sender.ts';
import { inTransaction, unforced } from '../sqlite/transaction.ts';
import { indexAllWords } from '../sqlite/word-index.ts';
import { StoreError, toStoreError } from '../store-error.ts';
import { readContent } from '../stored-enquiry.ts';
import type { MovedTable } from './moved-tables.ts';
import { requireSameSource } from './require-same-source.ts';
import type { Row, Side, Target } from './side.ts';

export interface SqliteSideOptions {
  readonly dataFolder: string;
  readonly settings: Pick<ServerSettings, 'store'>;
}

/**
 * Runs `work` with the database of a data folder as the source, read in one snapshot. Meanwhile no server can
 * start with the folder, and nobody else can write to it.
 * @throws StoreError if there is none, a server is using it, or another version wrote it
 */
export async function fromSqlite<Result>(
  { dataFolder, settings }: SqliteSideOptions,
  work: (source: Side) => Promise<Result>,
): Promise<Result> {
  if (isAbsent(databaseFile(dataFolder)))
    throw new StoreError('lost', `Cannot move "${dataFolder}": there is no database in it; name its folder`);
  return alone(dataFolder, async () => {
    const { busyTimeoutMs } = settings.store;
    const db = openExistingDatabase({ dataFolder, busyTimeoutMs });
    if (db === undefined) throw new StoreError('lost', `Cannot move "${dataFolder}": its database has gone`);
    try {
      // Nothing is written: the transaction only blocks other writers.
      db.exec('BEGIN IMMEDIATE');
      return await work(sideOf(() => db, resolve(dataFolder)));
    } catch (error) {
      throw toStoreError(error, `read the database in "${dataFolder}"`);
    } finally {
      if (db.isTransaction) db.exec('ROLLBACK');
      db.close();
    }
  });
}

/**
 * Runs `work` with a new database for a data folder as the target. Until it is finished it is in the
 * subfolder `moving`, where an interrupted move can continue with it.
 * @throws StoreError if there is already a database, or data from another source
 */
export async function intoSqlite<Result>(
  { dataFolder, settings, from }: SqliteSideOptions & { readonly from: string },
  work: (target: Target) => Promise<Result>,
): Promise<Result> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  return alone(dataFolder, async () => {
    requireNoDatabase(dataFolder);
    const folder = join(dataFolder, 'moving');
    claim(folder, { from, name: resolve(dataFolder) });
    const open = () =>
      openDatabase({ dataFolder: folder, busyTimeoutMs: settings.store.busyTimeoutMs, whenAbsent: 'make' });
    let db = open();
    try {
      return await work({
        ...sideOf(() => db, resolve(dataFolder)),
        last: async (table) => lastOf(db, table),
        add: async (table, rows) => add(db, table, rows),
        async clear() {
          db.close();
          for (const end of ['', '-wal', '-shm']) rmSync(`${databaseFile(folder)}${end}`, { force: true });
          db = open();
        },
        async finish() {
          indexAllWords(db, settings.store.wordsBatch);
          db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
          db.close();
          requireNoDatabase(dataFolder);
          await putInPlace(folder, dataFolder);
        },
      });
    } catch (error) {
      throw toStoreError(error, `write to the database in "${folder}"`);
    } finally {
      if (db.isOpen) db.close();
    }
  });
}

/** Runs work while no server sends the mails of a data folder, and none can start to. */
async function alone<Result>(dataFolder: string, work: () => Promise<Result>): Promise<Result> {
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
 * A write-ahead log of a former database would be taken for the log of the new one (SQLite, "Write-Ahead
 * Logging", "The WAL File").
 */
function requireNoDatabase(dataFolder: string): void {
  const file = databaseFile(dataFolder);
  const [there] = [file, `${file}-wal`].filter((path) => !isAbsent(path));
  if (there === undefined) return;
  throw new StoreError(
    'foreign',
    `Cannot move into "${dataFolder}": there is "${there}" already; put it elsewhere, with slipway.db-wal and slipway.db-shm, or name another folder`,
  );
}

/** Begins a move from a source, or continues it. */
function claim(folder: string, { from, name }: { readonly from: string; readonly name: string }): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'from');
  requireSameSource(textOf(file), { from, name });
  writeFileSync(file, from, { flush: true, mode: 0o600 });
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8') || undefined;
  } catch (error) {
    return ignoreAbsent(error);
  }
}

/** Renames the database, so that it appears complete or not at all. */
async function putInPlace(folder: string, dataFolder: string): Promise<void> {
  renameSync(databaseFile(folder), databaseFile(dataFolder));
  await syncFolder(dataFolder);
  rmSync(folder, { recursive: true });
}

function sideOf(db: () => DatabaseSync, name: string): Side {
  return {
    name,
    rows: async (table, after) => rowsOf(db(), table, after),
    count: async (table) => Number(db().prepare(`SELECT count(*) AS count FROM ${table.name}`).get()?.count),
  };
}

function rowsOf(db: DatabaseSync, table: MovedTable, after: Row | undefined): readonly Row[] {
  const { keys, columns, batch } = table;
  const key = `(${keys.map(({ name }) => ownName(table, name)).join(', ')})`;
  const where = after === undefined ? '' : `WHERE ${key} > (${places(after)})`;
  const named = columns.map(({ name }) => `${ownName(table, name)} AS ${name}`).join(', ');
  const rows = db
    .prepare(`SELECT ${named} FROM ${table.name} ${where} ORDER BY ${orderOf(table, 'ASC')} LIMIT ${batch}`)
    .all(...(after ?? []));
  return rows.map((row) => columns.map(({ name }) => row[name] as Row[number]));
}

function lastOf(db: DatabaseSync, table: MovedTable): Row | undefined {
  const named = table.keys.map(({ name }) => `${ownName(table, name)} AS ${name}`).join(', ');
  const row = db
    .prepare(`SELECT ${named} FROM ${table.name} ORDER BY ${orderOf(table, 'DESC')} LIMIT 1`)
    .get();
  return row && table.keys.map(({ name }) => row[name] as Row[number]);
}

function add(db: DatabaseSync, table: MovedTable, rows: readonly Row[]): void {
  const named = table.columns.map(({ name }) => ownName(table, name)).join(', ');
  const insert = db.prepare(`INSERT INTO ${table.name} (${named}) VALUES (${places(table.columns)})`);
  const content = table.columns.findIndex(({ name }) => name === 'content');
  const note = db.prepare('UPDATE enquiries SET further_words = ? WHERE sequence = ?');
  // Unforced: what a power cut loses is moved again.
  unforced(db, () =>
    inTransaction(db, () => {
      for (const row of rows) {
        const { lastInsertRowid } = insert.run(...row);
        if (table.name === 'enquiries') note.run(furtherWordsOf(String(row[content])), lastInsertRowid);
      }
    }),
  );
}

function furtherWordsOf(content: string): string {
  const { visitor, values } = readContent(content);
  return furtherWords([visitor?.name, values]);
}

/** A table without a number column uses SQLite's row id (SQLite, "Rowid Tables"). */
function ownName({ name: table }: MovedTable, column: string): string {
  return table === 'delivery_tries' && column === 'number' ? 'rowid' : column;
}

function orderOf(table: MovedTable, direction: 'ASC' | 'DESC'): string {
  return table.keys.map(({ name }) => `${ownName(table, name)} ${direction}`).join(', ');
}

function places(row: readonly unknown[]): string {
  return row.map(() => '?').join(', ');
}
