import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defineStatement, execute, fetchAll, fetchFirst, type Steps } from '../repositories/statement.ts';
import { createStepRunner } from './run-steps.ts';

/** Returns a function that runs steps on an empty table of saved answers. */
function createRunner() {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  db.exec('CREATE TABLE saved_answers (hash TEXT, expires_at INTEGER, owner TEXT, content TEXT)');
  return createStepRunner(db);
}

const insert = defineStatement(
  (
    { db },
    row: {
      readonly hash: string;
      readonly expires_at: number;
      readonly owner: string;
      readonly content: string;
    },
  ) => db.insertInto('saved_answers').values(row),
);
const select = defineStatement(
  ({ db }, { owner, limit }: { readonly owner?: string; readonly limit: number }) =>
    db
      .selectFrom('saved_answers')
      .select('hash')
      .$if(owner !== undefined, (query) => query.where('owner', '=', owner ?? ''))
      .orderBy('hash')
      .limit(limit)
      .forUpdate()
      .skipLocked(),
);
const selectListed = defineStatement(
  ({ isInList }, { hashes }: { readonly hashes: readonly string[] }) =>
    sql<{ readonly hash: string }>`SELECT hash FROM saved_answers WHERE ${isInList('hash', hashes, 'text')}`,
);

/** Inserts a row for each hash; the owner is its first letter. */
function* insertAll(...hashes: readonly string[]): Steps<void> {
  for (const hash of hashes)
    yield* execute(insert({ hash, expires_at: 1, owner: hash.slice(0, 1), content: '{}' }));
}

describe('createStepRunner', () => {
  it('passes each statement its own values, although it is built once', () => {
    const runSteps = createRunner();
    runSteps(insertAll('a1', 'a2', 'b1'));
    expect(runSteps(fetchAll(select({ owner: 'a', limit: 9 })))).toMatchObject([
      { hash: 'a1' },
      { hash: 'a2' },
    ]);
    expect(runSteps(fetchAll(select({ owner: 'b', limit: 9 })))).toMatchObject([{ hash: 'b1' }]);
    expect(runSteps(fetchFirst(select({ owner: 'c', limit: 9 })))).toBeUndefined();
  });

  it('builds a statement again for other present values', () => {
    const runSteps = createRunner();
    runSteps(insertAll('a1', 'b1'));
    expect(runSteps(fetchAll(select({ owner: 'a', limit: 9 })))).toHaveLength(1);
    expect(runSteps(fetchAll(select({ limit: 9 })))).toHaveLength(2);
    expect(runSteps(fetchAll(select({ limit: 1 })))).toHaveLength(1);
  });

  it('passes a list as one parameter', () => {
    const runSteps = createRunner();
    runSteps(insertAll('a1', 'a2', 'b1'));
    expect(runSteps(fetchAll(selectListed({ hashes: ['a2', 'b1', 'c1'] })))).toHaveLength(2);
    expect(runSteps(fetchAll(selectListed({ hashes: [] })))).toEqual([]);
  });

  it('runs nothing for a statement that SQLite does not need', () => {
    const lock = defineStatement(({ name }) =>
      name === 'sqlite' ? undefined : sql`LOCK TABLE saved_answers`,
    );
    const runSteps = createRunner();
    expect(runSteps(execute(lock()))).toBe(0);
    expect(runSteps(fetchAll(lock()))).toEqual([]);
    expect(runSteps(fetchFirst(lock()))).toBeUndefined();
  });

  it('refuses a statement that depends on the content of a value', () => {
    const branching = defineStatement(({ db }, { limit }: { readonly limit: number }) =>
      db
        .selectFrom('saved_answers')
        .select('hash')
        .limit(limit > 1 ? 1 : 2),
    );
    const runSteps = createRunner();
    expect(() => runSteps(fetchAll(branching({ limit: 3 })))).toThrow('Cannot read the value "limit"');
  });
});
