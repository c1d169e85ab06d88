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
  /** The name of the table. */
  readonly table: string;
  /** The numbers of rows. */
  readonly rows: readonly [number, number];
  /** SHA-256 of all rows in the order of their keys, as hexadecimal digits. */
  readonly digests: readonly [string, string];
  /** Keys of rows that have other values in the target. */
  readonly differing: KeySample;
  /** Keys of rows that are missing in the target. */
  readonly missing: KeySample;
  /** Keys of rows that exist only in the target. */
  readonly onlyInTarget: KeySample;
  /** The number of texts with U+0000 in the source; the target contains U+FFFD instead. */
  readonly replacedCount: number;
}

/** The number of some rows, and the first of their keys. */
export interface KeySample {
  readonly count: number;
  /** The first `maxListedKeys` keys, each as JSON. */
  readonly first: readonly string[];
}

/**
 * Compares a table row by row. Source rows after the key `until` are ignored, target rows are not. Only one
 * batch of each database is in memory.
 */
export async function compareTable(
  table: MovedTable,
  {
    source,
    target,
    until,
  }: { readonly source: MoveDatabase; readonly target: MoveDatabase; readonly until?: MovedRow | undefined },
): Promise<TableComparison> {
  const [sourceRows, targetRows] = [createRowReader(table, source, until), createRowReader(table, target)];
  const [differing, missing, besides] = [
    createKeySample(table),
    createKeySample(table),
    createKeySample(table),
  ];
  let [sourceRow, targetRow] = [await sourceRows.next(), await targetRows.next()];
  while (sourceRow !== undefined || targetRow !== undefined) {
    const order = compareRows(table, sourceRow, targetRow);
    if (order < 0) missing.add(sourceRow);
    if (order > 0) besides.add(targetRow);
    if (order === 0 && sourceRow?.text !== targetRow?.text) differing.add(sourceRow);
    if (order <= 0) sourceRow = await sourceRows.next();
    if (order >= 0) targetRow = await targetRows.next();
  }
  return {
    table: table.name,
    rows: [sourceRows.getCount(), targetRows.getCount()],
    digests: [sourceRows.getDigest(), targetRows.getDigest()],
    differing: differing.toKeySample(),
    missing: missing.toKeySample(),
    onlyInTarget: besides.toKeySample(),
    replacedCount: sourceRows.getReplacedCount(),
  };
}

/** Returns true if the target has exactly the rows of the source, by count and digest. */
export function hasSameRows({ rows, digests }: TableComparison): boolean {
  return rows[0] === rows[1] && digests[0] === digests[1];
}

interface ReadRow {
  readonly row: MovedRow;
  /** All values of the row in one line. */
  readonly text: string;
}

/** Compares two rows by their keys: less than 0, 0 or more than 0. Undefined is sorted last. */
function compareRows(table: MovedTable, one: ReadRow | undefined, other: ReadRow | undefined): number {
  if (one === undefined) return 1;
  if (other === undefined) return -1;
  return compareKeys(table, one.row, other.row);
}

/**
 * Returns functions that read a table row by row up to the key `until`, count the rows and compute their
 * digest.
 */
function createRowReader(table: MovedTable, database: MoveDatabase, until?: MovedRow) {
  const hash = createHash('sha256');
  let [count, replaced, at] = [0, 0, 0];
  let batch: readonly MovedRow[] | undefined;

  /**
   * Returns the next row; undefined after the last one. Loads the next batch if the current one is at its
   * end.
   */
  async function nextRow(): Promise<MovedRow | undefined> {
    if (batch === undefined || at === batch.length) {
      const last = batch?.at(-1);
      if (batch && batch.length < table.batch) return undefined;
      batch = await database.readBatch(table, last && getRowKey(table, last));
      at = 0;
    }
    const row = batch[at];
    at += 1;
    return row;
  }

  return {
    /**
     * Returns the next row, and adds it to the count and the digest; undefined after the last row, or after
     * `until`.
     */
    async next(): Promise<ReadRow | undefined> {
      const row = (await nextRow())?.map(toCommonValue);
      if (row === undefined || (until && compareKeys(table, row, until) > 0)) return undefined;
      const text = JSON.stringify(row.map(toJsonValue));
      hash.update(`${text}\n`);
      count += 1;
      return { row, text };
    },
    /** Returns the number of rows that `next` has returned. */
    getCount: () => count,
    /** Returns the number of texts so far that PostgreSQL cannot store as they are. */
    getReplacedCount: () => replaced,
    /** Returns the SHA-256 of the rows that `next` has returned, as hexadecimal digits. */
    getDigest: () => hash.copy().digest('hex'),
  };

  /**
   * Returns a value as both databases can store it, and counts the values that this changes. PostgreSQL
   * stores another character for U+0000 (`toStorable` in `connect.ts`).
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

/**
 * Returns functions that count rows and collect the keys of the first `maxListedKeys` of them. `add` ignores
 * undefined.
 */
function createKeySample(table: MovedTable) {
  const first: string[] = [];
  let count = 0;
  return {
    add(row: ReadRow | undefined): void {
      if (row === undefined) return;
      count += 1;
      if (first.length < maxListedKeys) first.push(formatKey(getRowKey(table, row.row)));
    },
    /** Returns the number and the first keys of the added rows. */
    toKeySample: (): KeySample => ({ count, first }),
  };
}

/**
 * Returns a key as JSON, so that it cannot contain control sequences for a terminal: `17`, `[17,"crm"]`. Cuts
 * a key of more than `longestKey` characters.
 */
function formatKey(key: MovedRow): string {
  const text = JSON.stringify(key.length === 1 ? key[0] : key);
  return text.length > longestKey ? `${text.slice(0, longestKey)}…` : text;
}

const longestKey = 100;
