import {
  type CompiledQuery,
  type Expression,
  type Kysely,
  type QueryExecutorProvider,
  type SqlBool,
  sql,
} from 'kysely';
import { memoizeByObject } from '#engine/model/memoize.ts';
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
type NoValues = Readonly<Record<never, never>>;

/** By wanted part, the outcome of a statement that the database does not need. */
export const emptyOutcome = { rows: [], row: undefined, count: 0 } as const;

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
export function defineStatement<Values extends object = NoValues, Row = unknown>(
  build: (dialect: Dialect, values: Values) => BuiltQuery<Row> | undefined,
): (...given: NoValues extends Values ? [given?: Values] : [given: Values]) => Statement<Row> {
  const getVariants = memoizeByObject((_dialect: Dialect): Variant<Row>[] => []);
  return (...[values = noValues]) => ({
    values: values as StatementValues,
    compile(dialect) {
      const variants = getVariants(dialect);
      const known = variants.find(({ names }) => hasExactly(this.values, names));
      if (known) return known.query;
      const names = Object.keys(values).filter((name) => this.values[name] !== undefined);
      const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)]));
      // Each placeholder stands for a value of its type, and only the query builder sees it.
      const query = build(dialect, placeholders as Values)?.compile(dialect.db);
      variants.push({ names, query });
      return query;
    },
  });
}

const noValues: NoValues = {};

/** A statement for one set of present values: their names, and its text. */
interface Variant<Row> {
  readonly names: readonly string[];
  readonly query: CompiledQuery<Row> | undefined;
}

/** Returns true if exactly the values with these names are present. */
function hasExactly(values: StatementValues, names: readonly string[]): boolean {
  for (const name of names) if (values[name] === undefined) return false;
  let count = 0;
  for (const name in values) if (values[name] !== undefined) count += 1;
  return count === names.length;
}

/** A parameter of a compiled statement: the name of its value. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  /** Refuses to become part of a text or a comparison, which would be the same for all values. */
  [Symbol.toPrimitive](): never {
    throw new Error(`Cannot read the value "${this.name}" of a statement while it is built`);
  }
}

/**
 * Returns the parameters of a compiled statement, with the values in place of the placeholders.
 * @param convert Converts each parameter to a value that the database can store.
 */
export function bindParameters<Parameter>(
  { parameters }: CompiledQuery,
  values: StatementValues,
  convert: (value: unknown) => Parameter,
): Parameter[] {
  return parameters.map((parameter) =>
    convert(parameter instanceof Placeholder ? values[parameter.name] : parameter),
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
export function toColumnReference(column: string | Expression<string>): Expression<unknown> {
  return typeof column === 'string' ? sql.ref(column) : column;
}
