import { createHash } from 'node:crypto';
import {
  compareKeys,
  getRowKey,
  type MoveDatabase,
  type MovedRow,
  type MovedValue,
} from './move-database.ts';
import type { MovedTable } from './moved-tables.ts';

/** The comparison of a table in the two databases: the source first, then the target. */
export interface TableComparison {
  readonly table: string;
  readonly rows: readonly [number, number];
  /** SHA-256 of all rows in the order of their keys. */
  readonly digests: readonly [string, string];
  /** Keys of rows that are different in the target, that are missing there, and that exist only there. */
  readonly differing: KeySample;
  readonly missing: KeySample;
  readonly besides: KeySample;
  /** The number of texts with U+0000 in the source; the target contains U+FFFD instead. */
  readonly replaced: number;
}

export interface KeySample {
  readonly count: number;
  /** The first ones, each as JSON. */
  readonly first: readonly string[];
}

/**
 * Compares a table row by row, all of it or up to a key of the source. Only one batch of each database is in
 * memory.
 */
export async function compareTable(
  table: MovedTable,
  {
    source,
    target,
    until,
  }: { readonly source: MoveDatabase; readonly target: MoveDatabase; readonly until?: MovedRow | undefined },
): Promise<TableComparison> {
  const [from, to] = [readTable(table, source, until), readTable(table, target)];
  const [differing, missing, besides] = [
    createKeySample(table),
    createKeySample(table),
    createKeySample(table),
  ];
  let [here, there] = [await from.next(), await to.next()];
  while (here !== undefined || there !== undefined) {
    const order = compareRows(table, here, there);
    if (order < 0) missing.note(here);
    if (order > 0) besides.note(there);
    if (order === 0 && here?.text !== there?.text) differing.note(here);
    if (order <= 0) here = await from.next();
    if (order >= 0) there = await to.next();
  }
  return {
    table: table.name,
    rows: [from.count(), to.count()],
    digests: [from.digest(), to.digest()],
    differing: differing.keys(),
    missing: missing.keys(),
    besides: besides.keys(),
    replaced: from.replaced(),
  };
}

export function hasSameRows({ rows, digests }: TableComparison): boolean {
  return rows[0] === rows[1] && digests[0] === digests[1];
}

interface ReadRow {
  readonly row: MovedRow;
  /** All values of the row in one line. */
  readonly text: string;
}

function compareRows(table: MovedTable, here: ReadRow | undefined, there: ReadRow | undefined): number {
  if (here === undefined) return 1;
  if (there === undefined) return -1;
  return compareKeys(table, here.row, there.row);
}

/** Reads a table row by row, counts the rows and computes their digest. */
function readTable(table: MovedTable, side: MoveDatabase, until?: MovedRow) {
  const hash = createHash('sha256');
  let [count, replaced, at] = [0, 0, 0];
  let batch: readonly MovedRow[] | undefined;

  /** Returns the next row, and reads the next batch if the current one is at its end. */
  async function nextRow(): Promise<MovedRow | undefined> {
    if (batch === undefined || at === batch.length) {
      const last = batch?.at(-1);
      if (batch && batch.length < table.batch) return undefined;
      batch = await side.rows(table, last && getRowKey(table, last));
      at = 0;
    }
    const row = batch[at];
    at += 1;
    return row;
  }

  return {
    async next(): Promise<ReadRow | undefined> {
      const row = (await nextRow())?.map(toCommonValue);
      if (row === undefined || (until && compareKeys(table, row, until) > 0)) return undefined;
      const text = JSON.stringify(row.map(toJsonValue));
      hash.update(`${text}\n`);
      count += 1;
      return { row, text };
    },
    count: () => count,
    replaced: () => replaced,
    digest: () => hash.copy().digest('hex'),
  };

  /**
   * Returns a value as both databases can store it, and counts the values that differ. PostgreSQL stores
   * another character for U+0000 (`toStorable` in `connect.ts`).
   */
  function toCommonValue(value: MovedValue): MovedValue {
    if (typeof value !== 'string' || !value.includes('\0')) return value;
    replaced += 1;
    return value.replaceAll('\0', '\ufffd');
  }
}

/** Returns a value for the digest. Bytes become a list with their base64, so that they differ from a text. */
function toJsonValue(value: MovedValue): string | number | null | readonly string[] {
  return value instanceof Uint8Array ? [Buffer.from(value).toString('base64')] : value;
}

const maxListedKeys = 10;

function createKeySample(table: MovedTable) {
  const first: string[] = [];
  let count = 0;
  return {
    note(read: ReadRow | undefined): void {
      if (read === undefined) return;
      count += 1;
      if (first.length < maxListedKeys) first.push(formatKey(getRowKey(table, read.row)));
    },
    keys: (): KeySample => ({ count, first }),
  };
}

/**
 * Returns a key as JSON, so that it cannot contain control sequences for a terminal: `17`, `[17,"crm"]`. Cuts
 * a long key.
 */
function formatKey(key: MovedRow): string {
  const text = JSON.stringify(key.length === 1 ? key[0] : key);
  return text.length > longestKey ? `${text.slice(0, longestKey)}…` : text;
}

const longestKey = 100;
