/** A list of objects as columns: each key, and each repeated value, is stored once. */
export interface Table {
  /** The number of rows. */
  readonly rows: number;
  readonly columns: Readonly<Record<string, Column>>;
}

/**
 * The values of one key. Without `at`, row n has value n. Otherwise `at` contains the index of the value for
 * each row, or one index for all; -1 means no value.
 */
interface Column {
  readonly values: readonly unknown[];
  readonly at?: number | readonly number[];
}

type Row = Readonly<Record<string, unknown>>;

/**
 * Packs plain JSON objects. `unpackTable(packTable(rows))` returns equal rows; their keys are in the order in
 * which they first occurred. Members that are undefined are lost.
 */
export function packTable(rows: readonly object[]): Table {
  const keys = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = [...keys].map((key) => [key, packColumn(rows as readonly Row[], key)] as const);
  return { rows: rows.length, columns: Object.fromEntries(columns) };
}

/** Returns the rows of a table as new objects, which share the values that are objects. */
export function unpackTable({ rows, columns }: Table): readonly object[] {
  const all = Object.entries(columns);
  return Array.from({ length: rows }, (_, row) => {
    const object: Record<string, unknown> = {};
    for (const [key, { values, at }] of all) {
      const index = at === undefined ? row : typeof at === 'number' ? at : (at[row] ?? -1);
      if (index >= 0) object[key] = values[index];
    }
    return object;
  });
}

/** Returns the values of a key in all rows, without repeated ones. */
function packColumn(rows: readonly Row[], key: string): Column {
  const indices = new Map<string, number>();
  const values: unknown[] = [];
  const at = rows.map((row) => {
    if (row[key] === undefined) return -1;
    const written = JSON.stringify(row[key]);
    let index = indices.get(written);
    if (index === undefined) {
      index = values.push(row[key]) - 1;
      indices.set(written, index);
    }
    return index;
  });
  if (at.every((index) => index === 0)) return { values, at: 0 };
  return at.every((index, row) => index === row) ? { values } : { values, at };
}
