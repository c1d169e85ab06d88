import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import {
  bindParameters,
  type Dialect,
  emptyOutcome,
  type Repository,
  type Step,
  type Steps,
  toColumnReference,
} from '../repositories/statement.ts';
import type { StoreCall, StoreRequest } from '../store.ts';
import type { PostgresCalls } from './calls.ts';
import type { Database } from './connect.ts';

const postgresDialect: Dialect = {
  name: 'postgres',
  db: new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
  isInList: (column, list, type) => sql`${toColumnReference(column)} = ANY (${list}::${sql.raw(type)}[])`,
  containsText: (column, text) => sql`strpos(${sql.ref(column)}, ${text}) > 0`,
  // The collation "C" has ASCII letters only, whatever locale the database has.
  containsAsciiFolded: (column, text) =>
    sql`strpos(lower(${sql.ref(column)} COLLATE "C"), lower(${text} COLLATE "C")) > 0`,
};

/** Runs the statements of a call on a connection or in a transaction, and returns the call's result. */
export async function runSteps<Result>(db: Database, steps: Steps<Result>): Promise<Result> {
  let step = steps.next();
  while (!step.done) step = steps.next(await runStep(db, step.value));
  return step.value;
}

/** Runs a statement and returns the wanted part of its outcome. */
async function runStep(db: Database, { statement, wanted }: Step): Promise<unknown> {
  const query = statement.compile(postgresDialect);
  if (!query) return emptyOutcome[wanted];
  const parameters = bindParameters(query, statement.values, (value) => value);
  const { rows, numAffectedRows = 0n } = await db.executeQuery({ ...query, parameters });
  if (wanted === 'count') return Number(numAffectedRows);
  return wanted === 'rows' ? rows : rows[0];
}

/** Returns the calls of a repository as functions of a connection, or of a transaction, and the request. */
export function toPostgresCalls<Name extends StoreCall>(repository: Repository<Name>): PostgresCalls<Name> {
  const names = Object.keys(repository) as Name[];
  const calls = names.map((name) => [
    name,
    (db: Database, request: StoreRequest<Name>) => runSteps(db, repository[name](request)),
  ]);
  // Each name is in the list, and its function takes the request of that name.
  return Object.fromEntries(calls) as PostgresCalls<Name>;
}
