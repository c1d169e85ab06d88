import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { commitTogether, runUnforced } from './transaction.ts';

function open(file = `${createTemporaryFolder()}/notes.db`): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 0 });
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS notes (text TEXT UNIQUE)');
  onTestFinished(() => db.close());
  return db;
}

function add(db: DatabaseSync, texts: readonly string[]) {
  const insert = db.prepare('INSERT INTO notes VALUES (?)');
  return commitTogether({
    db,
    changes: texts,
    apply: (text) => {
      insert.run(text);
      return text.length;
    },
  });
}

function count(db: DatabaseSync): unknown {
  return db.prepare('SELECT count(*) AS count FROM notes').get()?.count;
}

describe('commitTogether', () => {
  it('gives each change its own outcome, in order', () => {
    const db = open();
    const outcomes = add(db, ['a', 'bb', 'a', 'ccc']);
    expect(outcomes.map(({ isDone }) => isDone)).toEqual([true, true, false, true]);
    expect(outcomes[3]).toEqual({ isDone: true, result: 3 });
    expect(count(db)).toBe(3);
  });

  it('undoes all that a failing change did', () => {
    const db = open();
    commitTogether({
      db,
      changes: ['x'],
      apply: (text) => {
        db.prepare('INSERT INTO notes VALUES (?)').run(text);
        throw new Error('changed my mind');
      },
    });
    expect(count(db)).toBe(0);
  });

  it('fails every change when the disk is full, and goes on when there is room again', () => {
    const db = open();
    const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count);
    db.exec(`PRAGMA max_page_count = ${pages + 2}`);
    const long = (letter: string) => letter.repeat(50_000);
    const outcomes = add(db, [long('a'), long('b')]);
    expect(outcomes).toEqual([
      { isDone: false, error: expect.objectContaining({ name: 'StoreError', code: 'full' }) },
      { isDone: false, error: expect.objectContaining({ name: 'StoreError', code: 'full' }) },
    ]);
    expect(count(db)).toBe(0);

    db.exec('PRAGMA max_page_count = 1000000');
    expect(add(db, [long('a')]).map(({ isDone }) => isDone)).toEqual([true]);
    expect(count(db)).toBe(1);
  });

  it('fails every change when another process holds the database, and goes on afterwards', () => {
    const file = `${createTemporaryFolder()}/notes.db`;
    const [db, other] = [open(file), open(file)];
    other.exec('BEGIN IMMEDIATE');
    expect(add(db, ['a', 'b']).map(({ isDone }) => isDone)).toEqual([false, false]);
    other.exec('ROLLBACK');
    expect(add(db, ['a']).map(({ isDone }) => isDone)).toEqual([true]);
  });
});

describe('runUnforced', () => {
  const synchronous = (db: DatabaseSync) => db.prepare('PRAGMA synchronous').get()?.synchronous;

  it('waits for no disk with what it commits, and for it again afterwards, whatever came of that', () => {
    const db = open();
    db.exec('PRAGMA synchronous = FULL');
    // NORMAL and FULL (SQLite, "PRAGMA synchronous").
    expect(runUnforced(db, () => [synchronous(db), add(db, ['a']).length])).toEqual([1, 1]);
    const broken = () =>
      runUnforced(db, () => {
        throw new Error('broken');
      });
    expect(broken).toThrow('broken');
    expect([synchronous(db), count(db)]).toEqual([2, 1]);
  });
});
