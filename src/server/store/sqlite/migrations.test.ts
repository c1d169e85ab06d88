import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { migrate } from './migrations.ts';

const first = 'CREATE TABLE boats (name TEXT)';
const second = 'ALTER TABLE boats ADD COLUMN length INTEGER; UPDATE boats SET length = 12';
const broken = 'CREATE TABLE crews (name TEXT); INSERT INTO nowhere VALUES (1)';

function open(file = `${temporaryFolder()}/boats.db`): DatabaseSync {
  const db = new DatabaseSync(file);
  onTestFinished(() => db.close());
  return db;
}

describe('migrate', () => {
  it('takes each step once, in order, and keeps what is there', () => {
    const db = open();
    migrate(db, 'boats.db', [first]);
    db.exec("INSERT INTO boats VALUES ('Curlew')");
    migrate(db, 'boats.db', [first, second]);
    migrate(db, 'boats.db', [first, second]);
    expect(db.prepare('SELECT * FROM boats').all()).toEqual([{ name: 'Curlew', length: 12 }]);
  });

  it('takes a step wholly or not at all, and goes on there', () => {
    const db = open();
    expect(() => migrate(db, 'boats.db', [first, broken])).toThrow('nowhere');
    expect(tables(db)).toEqual(['boats']);
    migrate(db, 'boats.db', [first, second]);
    expect(db.prepare('SELECT length FROM boats').all()).toEqual([]);
  });

  it('leaves alone what another process has migrated meanwhile', () => {
    const file = `${temporaryFolder()}/boats.db`;
    const [a, b] = [open(file), open(file)];
    migrate(a, file, [first]);
    migrate(b, file, [first]);
    expect(tables(b)).toEqual(['boats']);
  });

  it('refuses a database of a newer version, and leaves it as it is', () => {
    const db = open();
    migrate(db, 'boats.db', [first, second]);
    expect(() => migrate(db, 'boats.db', [first])).toThrow(
      'Cannot open the database "boats.db": a newer version wrote it (step 2, this version knows 1); run the newer version, or name another folder in SLIPWAY_DATA',
    );
  });

  it('refuses a database of another program', () => {
    const db = open();
    db.exec('CREATE TABLE songs (title TEXT)');
    expect(() => migrate(db, 'boats.db', [first])).toThrow(/another program wrote it/);
    expect(tables(db)).toEqual(['songs']);
  });
});

function tables(db: DatabaseSync): readonly unknown[] {
  return db
    .prepare('SELECT name FROM sqlite_schema ORDER BY name')
    .all()
    .map(({ name }) => name);
}
