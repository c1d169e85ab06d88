import type { MovedTable } from './moved-tables.ts';

/** What stands in a column, alike for both databases: a boolean is 0 or 1. */
export type Value = string | number | Uint8Array | null;

/** A row: what stands in the columns of its table, in their order, so that its key comes first. */
export type Row = readonly Value[];

/** One of the two databases between which everything is moved. */
export interface Side {
  /** As a person knows it, without a password: `postgres://db.example.com/slipway`. */
  readonly name: string;
  /** The rows behind a key, in the order of their keys, at most a batch; without a key the first ones. */
  readonly rows: (table: MovedTable, after: Row | undefined) => Promise<readonly Row[]>;
  readonly count: (table: MovedTable) => Promise<number>;
}

/** The side that is moved to. It is nothing that a server takes for its own before it is finished. */
export interface Target extends Side {
  /** The key of the last row that has arrived; undefined: none has. */
  readonly last: (table: MovedTable) => Promise<Row | undefined>;
  /** Adds rows in the order of their keys: all of them, or none. */
  readonly add: (table: MovedTable, rows: readonly Row[]) => Promise<void>;
  /** Takes away whatever has arrived. */
  readonly clear: () => Promise<void>;
  /** Makes a database of it that servers take. */
  readonly finish: () => Promise<void>;
}

/** The key of a row. */
export function keyOf({ keys }: MovedTable, row: Row): Row {
  return row.slice(0, keys.length);
}

/** Which of two rows comes first: less than 0, 0 or more than 0. Texts have the order of their bytes, as both databases sort them. */
export function compareKeys({ keys }: MovedTable, one: Row, other: Row): number {
  for (const at of keys.keys()) {
    const [a, b] = [one[at], other[at]];
    const order =
      typeof a === 'number' && typeof b === 'number'
        ? a - b
        : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
    if (order !== 0) return order;
  }
  return 0;
}
