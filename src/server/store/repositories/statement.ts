import { type CompiledQuery, type Expression, type Kysely, type QueryExecutorProvider, type SqlBool, sql } from 'kysely';
import type { StoreCall, StoreRequest, StoreResult } from '../store.ts';
import type { SharedTables } from './shared-tables.ts';

/**
 * The implementation of some calls of the store, for both databases. A call is a generator: it yields its
 * statements one after another and returns the result. SQLite runs it synchronously, so that nothing else
 * happens within its transaction; PostgreSQL runs it asynchronously. If a statement fails, the call ends with
 * its error and is not resumed.
 */
export type Repository<Name extends StoreCall> = {
  readonly [Each in Name]: (request: StoreRequest<Each>) => Steps<StoreResult<Each>>;
};

/** Statements to run one after another, and the result after the last one. */
export type Steps<Result> = Generator<Step, Result, unknown>;

/** A statement to run, and the part of its outcome with which the generator is resumed. */
export interface Step {
  readonly statement: Statement<unknown>;
  /** All rows, the first row or undefined, or the number of rows that were changed. */
  readonly wanted: 'rows' | 'row' | 'count';
}

/** A statement with the values of its parameters. `Row` is the type of its rows. */
export interface Statement<Row> {
  /**
   * Returns the text of the statement in a dialect, with placeholders as parameters; undefined if the
   * database does not need the statement.
   */
  readonly compile: (dialect: Dialect) => CompiledQuery<Row> | undefined;
  readonly values: StatementValues;
}

type StatementValues = Readonly<Record<string, unknown>>;

/** A database's way to write statements. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** Builds statements and does not run them. SQLite's omits row locks, since it has one writer at a time. */
  readonly db: Kysely<SharedTables>;
  /** Returns the condition that a column is in a list, which is one parameter for any number of elements. */
  readonly isInList: (
    column: string | Expression<string>,
    list: readonly (string | number)[],
    type: 'text' | 'bigint',
  ) => Expression<SqlBool>;
  /** Returns the condition that a text column contains a text, with regard to case. */
  readonly containsText: (column: string, text: string) => Expression<SqlBool>;
  /** Returns the condition that a text column contains a text, without regard to the case of ASCII letters. */
  readonly containsAsciiFolded: (column: string, text: string) => Expression<SqlBool>;
}

/** A built query. `Row` is the type of its rows. */
interface BuiltQuery<Row> {
  readonly compile: (db: QueryExecutorProvider) => CompiledQuery<Row>;
}

/**
 * Defines a statement, and returns the function that passes it its values. Values that are undefined count as
 * absent. The statement is built once for each set of present values and each dialect.
 * @param build Gets a placeholder instead of each value, so it may only test whether a value is present.
 * Returns undefined if the database does not need the statement.
 */
export function defineStatement<Values extends object | void = void, Row = unknown>(
  build: (dialect: Dialect, values: Values) => BuiltQuery<Row> | undefined,
): (values: Values) => Statement<Row> {
  const compiledQueries = new WeakMap<Dialect, Map<string, CompiledQuery<Row> | undefined>>();
  return (values) => {
    const present: StatementValues = { ...values };
    /** Returns the query that was compiled for the present values, after compiling it the first time. */
    function compile(dialect: Dialect): CompiledQuery<Row> | undefined {
      let queries = compiledQueries.get(dialect);
      if (!queries) compiledQueries.set(dialect, (queries = new Map()));
      let names = '';
      for (const name in present) if (present[name] !== undefined) names += `${name} `;
      if (queries.has(names)) return queries.get(names);
      // Each placeholder stands for a value of its type, and only the query builder sees it.
      const query = build(dialect, toPlaceholders(present) as Values)?.compile(dialect.db);
      queries.set(names, query);
      return query;
    }
    return { compile, values: present };
  };
}

/** A parameter of a compiled statement: the name of its value. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Returns an object with a placeholder for each value that is not undefined. */
function toPlaceholders(values: StatementValues): Readonly<Record<string, Placeholder>> {
  const names = Object.keys(values).filter((name) => values[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, new Placeholder(name)]));
}

/** Returns the parameters of a compiled statement, with the values in place of the placeholders. */
export function bindParameters({ parameters }: CompiledQuery, values: StatementValues): unknown[] {
  return parameters.map((parameter) =>
    parameter instanceof Placeholder ? values[parameter.name] : parameter,
  );
}

/** Runs a statement and returns its rows. */
export function* fetchAll<Row>(statement: Statement<Row>): Steps<readonly Row[]> {
  // The generator is resumed with what it wants.
  return (yield { statement, wanted: 'rows' }) as readonly Row[];
}

/** Runs a statement and returns its first row; undefined if there is none. */
export function* fetchFirst<Row>(statement: Statement<Row>): Steps<Row | undefined> {
  return (yield { statement, wanted: 'row' }) as Row | undefined;
}

/** Runs a statement and returns the number of rows that it has changed. */
export function* execute(statement: Statement<unknown>): Steps<number> {
  return (yield { statement, wanted: 'count' }) as number;
}

/** Returns a column by its name; other expressions unchanged. */
export function toReference(column: string | Expression<string>): Expression<unknown> {
  return typeof column === 'string' ? sql.ref(column) : column;
}
