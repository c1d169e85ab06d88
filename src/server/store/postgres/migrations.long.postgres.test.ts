import { describe, expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../../platform/config/settings.ts';
import { connect, connectUnlimited, type Database } from './connect.ts';
import { isSupportedSchema, type Migration, migratePostgres } from './migrations.ts';
import { toPostgresStoreError } from './postgres-error.ts';
import { generateTables } from './testing/generate-tables.ts';
import { createTemporaryDatabase, runStatements, withOpenTransaction } from './testing/temporary-database.ts';

const first: Migration = { sql: 'CREATE TABLE boats (name text)', oldestSupportedRelease: 1 };
const second: Migration = {
  sql: 'ALTER TABLE boats ADD COLUMN length integer; UPDATE boats SET length = 12',
  oldestSupportedRelease: 1,
};
const narrowing: Migration = { sql: 'ALTER TABLE boats DROP COLUMN name', oldestSupportedRelease: 2 };
const broken: Migration = {
  sql: 'CREATE TABLE crews (name text); INSERT INTO nowhere VALUES (1)',
  oldestSupportedRelease: 1,
};

async function empty() {
  const url = await createTemporaryDatabase({ template: 'template0' });
  return { url, open: () => opened(url) };
}

function opened(url: string): Database {
  const { db, close } = connect({ url, settings: serverSettings.postgres, onLost: () => undefined });
  onTestFinished(close);
  return db;
}

describe('migratePostgres', () => {
  it('takes each step once, in order, and keeps what is there', async () => {
    const { url, open } = await empty();
    const db = open();
    await migratePostgres(db, [first]);
    await runStatements(url, `INSERT INTO boats VALUES ('Curlew')`);
    await migratePostgres(db, [first, second]);
    await migratePostgres(db, [first, second]);
    expect(await runStatements(url, 'SELECT * FROM boats')).toEqual([{ name: 'Curlew', length: 12 }]);
  });

  it('takes a step wholly or not at all, and goes on there', async () => {
    const { url, open } = await empty();
    const db = open();
    await expect(migratePostgres(db, [first, broken])).rejects.toThrow('nowhere');
    expect(
      await runStatements(url, `SELECT to_regclass('boats') AS boats, to_regclass('crews') AS crews`),
    ).toEqual([{ boats: 'boats', crews: null }]);
    await migratePostgres(db, [first, second]);
    expect(await runStatements(url, 'SELECT length FROM boats')).toEqual([]);
  });

  it('takes each step once where several instances start at once', async () => {
    const { url, open } = await empty();
    const insert: Migration = { sql: `INSERT INTO boats VALUES ('Heron')`, oldestSupportedRelease: 1 };
    await Promise.all([1, 2, 3, 4].map(() => migratePostgres(open(), [first, insert])));
    expect(await runStatements(url, 'SELECT name FROM boats')).toEqual([{ name: 'Heron' }]);
  });

  it('takes a step that takes longer than any request may', async () => {
    const { url, open } = await empty();
    await migratePostgres(open(), [first]);
    const postgres = { ...serverSettings.postgres, statementTimeoutMs: 50, silenceTimeoutMs: 100 };
    const { db, close } = connectUnlimited({ url, settings: postgres, onLost: () => undefined });
    onTestFinished(close);
    const slow: Migration = { sql: 'SELECT pg_sleep(0.3)', oldestSupportedRelease: 1 };
    await migratePostgres(db, [first, slow]);
    expect(await runStatements(url, 'SELECT max(step) FROM slipway_steps')).toEqual([{ max: 2 }]);
  });

  it('lets those who read pass while a step waits for somebody who has long read', async () => {
    const { url, open } = await empty();
    const db = open();
    await migratePostgres(db, [first]);
    let migrated: Promise<void> | undefined;
    await withOpenTransaction(url, 'LOCK TABLE boats IN ACCESS SHARE MODE', async () => {
      migrated = migratePostgres(db, [first, second]);
      const waiting = `SELECT FROM pg_locks WHERE relation = 'boats'::regclass AND NOT granted`;
      await expect.poll(() => runStatements(url, waiting)).toHaveLength(1);
      expect(await runStatements(url, 'SELECT name FROM boats')).toEqual([]);
    });
    await migrated;
    expect(await runStatements(url, 'SELECT length FROM boats')).toEqual([]);
  });

  it('lets a release serve beside a newer one for as long as a step says so', async () => {
    const { open } = await empty();
    const [older, newer] = [open(), open()];
    await migratePostgres(older, [first]);
    await migratePostgres(newer, [first, second]);
    expect(await isSupportedSchema(older, [first])).toBe(true);
    await migratePostgres(older, [first]);
    await migratePostgres(newer, [first, second, narrowing]);
    expect([
      await isSupportedSchema(older, [first]),
      await isSupportedSchema(older, [first, second]),
    ]).toEqual([false, true]);
    await expect(migratePostgres(older, [first])).rejects.toThrow(
      'Cannot use the database in DATABASE_URL: a newer version wrote it (step 3, this version knows 1); run the newer version, or name another database',
    );
  });

  it('refuses a database in which another program has tables of these names', async () => {
    const { url, open } = await empty();
    await runStatements(url, 'CREATE TABLE boats (title text)');
    const failure = await migratePostgres(open(), [first]).catch((error) =>
      toPostgresStoreError(error, 'use it'),
    );
    expect(failure).toMatchObject({
      code: 'foreign',
      message: expect.stringMatching(/another program has a table/),
    });
    expect(await runStatements(url, `SELECT to_regclass('slipway_steps') AS steps`)).toEqual([
      { steps: null },
    ]);
  });
});

describe('the steps', () => {
  it('make the tables that the code is checked against', async () => {
    await expect(await generateTables(await createTemporaryDatabase())).toMatchFileSnapshot(
      '../repositories/tables.gen.ts',
    );
  });

  it('let the audit log be added to alone', async () => {
    const url = await createTemporaryDatabase();
    await runStatements(url, `INSERT INTO audit VALUES (1, 0, '', NULL, '', '{}', '')`);
    for (const change of ['UPDATE audit SET at = 1', 'DELETE FROM audit', 'TRUNCATE audit'])
      await expect(runStatements(url, change)).rejects.toThrow('only added to');
  });
});
