/** A list of objects as columns: each key stands once, and so does a value that several rows have. */
export interface Table {
  readonly rows: number;
  readonly columns: Readonly<Record<string, Column>>;
}

/** The values of one key. Without `at` the rows have them in their order, one after another; else `at` says which each has, -1 none. */
interface Column {
  readonly values: readonly unknown[];
  readonly at?: number | readonly number[];
}

type Row = Readonly<Record<string, unknown>>;

/** Packs plain JSON objects: `unpacked(packed(rows))` are the same rows, each with its keys in the order in which keys were met. */
export function packed(rows: readonly object[]): Table {
  const keys = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = [...keys].map((key) => [key, columnOf(rows as readonly Row[], key)] as const);
  return { rows: rows.length, columns: Object.fromEntries(columns) };
}

/** The rows of a table. */
export function unpacked({ rows, columns }: Table): readonly object[] {
  const all = Object.entries(columns);
  return Array.from({ length: rows }, (_, row) => {
    const made: Record<string, unknown> = {};
    for (const [key, { values, at }] of all) {
      const index = at === undefined ? row : typeof at === 'number' ? at : (at[row] ?? -1);
      if (index >= 0) made[key] = values[index];
    }
    return made;
  });
}

function columnOf(rows: readonly Row[], key: string): Column {
  const places = new Map<string, number>();
  const values: unknown[] = [];
  const at = rows.map((row) => {
    if (row[key] === undefined) return -1;
    const written = JSON.stringify(row[key]);
    let place = places.get(written);
    if (place === undefined) {
      place = values.push(row[key]) - 1;
      places.set(written, place);
    }
    return place;
  });
  if (at.every((place) => place === 0)) return { values, at: 0 };
  return at.every((place, row) => place === row) ? { values } : { values, at };
}
