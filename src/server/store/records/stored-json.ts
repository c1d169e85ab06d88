import type { Shape } from '../../platform/validate-shape.ts';
import { StoreError } from '../store-error.ts';

/**
 * A value that may come from a damaged row. A damaged value has only what the other columns contain, so that
 * it can be listed beside intact ones.
 */
export interface MaybeDamaged {
  readonly isDamaged?: true;
}

/** Parses a JSON column. Returns undefined if it is not JSON or does not have the expected shape. */
export function readJsonColumn<Value>(shape: Shape<Value>, column: unknown): Value | undefined {
  const value = parseColumn(column);
  return shape.accepts(value) ? value : undefined;
}

export function createDamagedRowError(table: string, key: string): StoreError {
  return new StoreError(
    'damaged',
    `Cannot read "${key}" in the table "${table}": its data is damaged; restore the database from a backup, or remove it in the studio`,
  );
}

/** Parses a column as JSON. Returns undefined if it is not JSON. */
function parseColumn(column: unknown): unknown {
  try {
    return JSON.parse(String(column));
  } catch {
    return undefined;
  }
}
