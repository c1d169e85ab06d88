import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../../platform/config/settings.ts';
import { getDatabasePath } from '../sqlite/database.ts';
import { openSqliteStore } from '../sqlite/sqlite-store.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { movedTables } from './moved-tables.ts';
import { leftOut } from './testing/left-out.ts';

describe('movedTables', () => {
  it('with what is left out are all that SQLite has', async () => {
    const dataFolder = createTemporaryFolder();
    await openSqliteStore({ dataFolder, settings: serverSettings, whenAbsent: 'make' }).close();
    const db = new DatabaseSync(getDatabasePath(dataFolder));
    onTestFinished(() => db.close());
    const tables = db
      .prepare(`SELECT name FROM pragma_table_list WHERE type IN ('table', 'virtual') AND schema = 'main'`)
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !name.startsWith('sqlite_'));
    // What is generated is no column of its own.
    const columns = db.prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0');
    const there = tables.flatMap((table) =>
      table in leftOut.sqlite ? [table] : columns.all(table).map(({ name }) => `${table}.${name}`),
    );
    const known = [
      ...movedTables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)),
      ...Object.keys(leftOut.sqlite),
    ];
    // SQLite numbers the rows of this table by itself.
    const ownNumber = 'delivery_tries.number';
    expect(there.toSorted()).toEqual(known.filter((name) => name !== ownNumber).toSorted());
  });
});
