import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { migrateSqlite } from './migrations.ts';

const first = 'CREATE TABLE boats (name TEXT)';
const second = 'ALTER TABLE boats ADD COLUMN length INTEGER; UPDATE boats SET length = 12';
const broken = 'CREATE TABLE crews (name TEXT); INSERT INTO nowhere VALUES (1)';

const temporaryFile = () => `${createTemporaryFolder()}/boats.db`;

function open(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  onTestFinished(() => db.close());
  return db;
}

describe('migrateSqlite', () => {
  it('takes each step once, in order, and keeps what is there', () => {
    const file = temporaryFile();
    const db = open(file);
    migrateSqlite(db, file, [first]);
    db.exec("INSERT INTO boats VALUES ('Curlew')");
    migrateSqlite(db, file, [first, second]);
    migrateSqlite(db, file, [first, second]);
    expect(db.prepare('SELECT * FROM boats').all()).toEqual([{ name: 'Curlew', length: 12 }]);
  });

  it('copies what is there before it changes it, once, and a new database not at all', () => {
    const file = temporaryFile();
    const db = open(file);
    migrateSqlite(db, file, [first]);
    expect(readdirSync(dirname(file))).not.toContain('boats.db.step-0');
    db.exec("INSERT INTO boats VALUES ('Curlew')");
    expect(() => migrateSqlite(db, file, [first, broken])).toThrow('nowhere');
    db.exec("INSERT INTO boats VALUES ('Heron')");
    migrateSqlite(db, file, [first, second]);
    const copy = open(`${file}.step-1`);
    expect(copy.prepare('SELECT * FROM boats').all()).toEqual([{ name: 'Curlew' }]);
    expect(copy.prepare('PRAGMA user_version').all()).toEqual([{ user_version: 1 }]);
    expect(statSync(`${file}.step-1`).mode & 0o077).toBe(0);
  });

  it('takes a step wholly or not at all, and goes on there', () => {
    const file = temporaryFile();
    const db = open(file);
    expect(() => migrateSqlite(db, file, [first, broken])).toThrow('nowhere');
    expect(tables(db)).toEqual(['boats']);
    migrateSqlite(db, file, [first, second]);
    expect(db.prepare('SELECT length FROM boats').all()).toEqual([]);
  });

  it('leaves alone what another process has migrated meanwhile', () => {
    const file = temporaryFile();
    const [a, b] = [open(file), open(file)];
    migrateSqlite(a, file, [first]);
    migrateSqlite(b, file, [first]);
    expect(tables(b)).toEqual(['boats']);
  });

  it('refuses a database of a newer version, and leaves it as it is', () => {
    const file = temporaryFile();
    const db = open(file);
    migrateSqlite(db, file, [first, second]);
    expect(() => migrateSqlite(db, file, [first])).toThrow(
      `Cannot open the database "${file}": a newer version wrote it (step 2, this version knows 1); run the newer version, or name another folder in SLIPWAY_DATA`,
    );
  });

  it('refuses a database of another program', () => {
    const file = temporaryFile();
    const db = open(file);
    db.exec('CREATE TABLE songs (title TEXT)');
    expect(() => migrateSqlite(db, file, [first])).toThrow(/another program wrote it/);
    expect(tables(db)).toEqual(['songs']);
  });
});

function tables(db: DatabaseSync): readonly unknown[] {
  return db
    .prepare('SELECT name FROM sqlite_schema ORDER BY name')
    .all()
    .map(({ name }) => name);
}
