import type { MovedTable } from './moved-tables.ts';

/** A value of a column in the form that is the same for both databases: a boolean is 0 or 1. */
export type MovedValue = string | number | Uint8Array | null;

/** A row: the values of its table's columns in order, so its key comes first. */
export type MovedRow = readonly MovedValue[];

export interface MoveDatabase {
  /** The name for people, without a password: `postgres://db.example.com/slipway`. */
  readonly name: string;
  /**
   * Returns at most one batch of rows after a key, in the order of the keys; without a key the first ones.
   * Empty after the last row.
   */
  readonly readBatch: (table: MovedTable, after: MovedRow | undefined) => Promise<readonly MovedRow[]>;
  readonly count: (table: MovedTable) => Promise<number>;
}

/** The database that receives the data. No server accepts it before it is finished. */
export interface MoveTarget extends MoveDatabase {
  /** Returns the key of the last row that has arrived; undefined if there is none. */
  readonly last: (table: MovedTable) => Promise<MovedRow | undefined>;
  /** Adds rows in the order of their keys: all of them, or none. */
  readonly add: (table: MovedTable, rows: readonly MovedRow[]) => Promise<void>;
  /** Removes all rows of the moved tables. */
  readonly clear: () => Promise<void>;
  /** Completes the database, so that servers accept it. */
  readonly finish: () => Promise<void>;
}

/** Returns the key of a row: the values of the key columns, with which it begins. */
export function getRowKey({ keys }: MovedTable, row: MovedRow): MovedRow {
  return row.slice(0, keys.length);
}

/**
 * Compares two rows, or keys, by their keys: less than 0 if `one` comes first, 0, or more than 0. Texts are
 * compared by their bytes, as both databases sort them.
 */
export function compareKeys({ keys }: MovedTable, one: MovedRow, other: MovedRow): number {
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
