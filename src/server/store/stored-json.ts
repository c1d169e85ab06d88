import type { Shape } from '../shape.ts';
import { StoreError } from './store-error.ts';

/** Marks what was read of a row whose JSON is damaged: the other columns alone are told, so that the rows beside it can be listed. */
export interface FromRow {
  readonly isDamaged?: true;
}

/** Returns what a column holds that only the store writes, as JSON; undefined where it is not of that shape. */
export function storedJson<Value>(shape: Shape<Value>, column: unknown): Value | undefined {
  const value = parsedColumn(column);
  return shape.accepts(value) ? value : undefined;
}

/** Returns the refusal to work with a single row. */
export function damagedRow(table: string, key: string): StoreError {
  return new StoreError(
    'damaged',
    `Cannot read "${key}" in the table "${table}": what it holds is damaged; restore the database from a backup, or remove it in the studio`,
  );
}

function parsedColumn(column: unknown): unknown {
  try {
    return JSON.parse(String(column));
  } catch {
    return undefined;
  }
}
