import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { memoizeByObject } from '#engine/model/memoize.ts';
import {
  bindParameters,
  type Dialect,
  emptyOutcome,
  type Repository,
  type Step,
  type Steps,
  toColumnReference,
} from '../repositories/statement.ts';
import type { StoreCall, SyncCalls } from '../store.ts';

/** Omits the locks of rows (`FOR UPDATE`), which SQLite does not have: it has one writer at a time. */
class LocklessQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct') super.visitSelectModifier(node);
  }
}

const sqliteDialect: Dialect = {
  name: 'sqlite',
  db: new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new LocklessQueryCompiler(),
    },
  }),
  isInList: (column, list) => sql`${toColumnReference(column)} IN (SELECT value FROM json_each(${list}))`,
  containsText: (column, text) => sql`instr(${sql.ref(column)}, ${text}) > 0`,
  containsAsciiFolded: (column, text) => sql`instr(lower(${sql.ref(column)}), lower(${text})) > 0`,
};

/** Runs the statements of a call on a database and returns the call's result. */
export type RunSteps = <Result>(steps: Steps<Result>) => Result;

/** Returns a function that runs calls on a database. It prepares each statement once. */
export function createStepRunner(db: DatabaseSync): RunSteps {
  const prepare = memoizeByObject((query: CompiledQuery) => db.prepare(query.sql));

  /** Runs a statement and returns the wanted part of its outcome. */
  function runStep({ statement, wanted }: Step): unknown {
    const query = statement.compile(sqliteDialect);
    if (!query) return emptyOutcome[wanted];
    const parameters = bindParameters(query, statement.values, toSqliteValue);
    const ready = prepare(query);
    switch (wanted) {
      case 'rows':
        return ready.all(...parameters);
      case 'row':
        return ready.get(...parameters);
      case 'count':
        return Number(ready.run(...parameters).changes);
    }
  }

  return (steps) => {
    let step = steps.next();
    while (!step.done) step = steps.next(runStep(step.value));
    return step.value;
  };
}

/** Returns the calls of a repository as functions that run on a database, synchronously. */
export function toSyncCalls<Name extends StoreCall>(
  runSteps: RunSteps,
  repository: Repository<Name>,
): Pick<SyncCalls, Name> {
  const names = Object.keys(repository) as Name[];
  const calls = names.map((name) => [
    name,
    (request: Parameters<SyncCalls[Name]>[0]) => runSteps(repository[name](request)),
  ]);
  // Each name is in the list, and its function takes the request of that name.
  return Object.fromEntries(calls) as Pick<SyncCalls, Name>;
}

/** Converts the value of a parameter: a boolean becomes 0 or 1, and a list a JSON array. */
function toSqliteValue(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  // All other values have the types of columns: text, number, bytes or null.
  return Array.isArray(value) ? JSON.stringify(value) : (value as SQLInputValue);
}
