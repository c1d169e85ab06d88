import { hasSameRows, type KeySample, type TableComparison } from '../store/moving/compare-databases.ts';

/**
 * Returns the result of a migration as a table, followed by the keys of the rows that differ and the number
 * of replaced texts.
 */
export function formatMigrationReport(comparisons: readonly TableComparison[]): string {
  const rows = comparisons.map(({ table, rows: [from, to], digests, ...others }) => [
    table,
    String(from),
    String(to),
    ...digests.map((digest) => digest.slice(0, 12)),
    hasSameRows({ table, rows: [from, to], digests, ...others }) ? 'the same' : 'DIFFERS',
  ]);
  const lines = alignColumns([['TABLE', 'ROWS', 'MOVED', 'DIGEST', 'OF MOVED', ''], ...rows]);
  return [...lines, ...comparisons.flatMap(formatDifferences), ...formatReplacedTexts(comparisons)].join(
    '\n',
  );
}

/** Returns the comparisons as JSON. `ok` and the `isSame` of each table are true without differences. */
export function toMigrationJson(comparisons: readonly TableComparison[]): string {
  const tables = comparisons.map((comparison) => ({ ...comparison, isSame: hasSameRows(comparison) }));
  return JSON.stringify({ ok: comparisons.every(hasSameRows), tables }, null, 2);
}

/** Returns a line for each kind of difference in a table; empty if there are none. */
function formatDifferences({ table, differing, missing, onlyInTarget }: TableComparison): readonly string[] {
  return [
    formatDifference(`${table}: rows that differ`, differing),
    formatDifference(`${table}: rows that are missing`, missing),
    formatDifference(`${table}: rows that are additional`, onlyInTarget),
  ].flat();
}

/** Returns a line with the number of rows and the keys of the first ones; empty without rows. */
function formatDifference(label: string, { count, first }: KeySample): readonly string[] {
  if (count === 0) return [];
  return [`${label}, ${count}: ${first.join(', ')}${count > first.length ? ', …' : ''}`];
}

/** Returns a line with the number of texts in which U+0000 was replaced; empty if there are none. */
function formatReplacedTexts(comparisons: readonly TableComparison[]): readonly string[] {
  const count = comparisons.reduce((sum, { replacedCount }) => sum + replacedCount, 0);
  if (count === 0) return [];
  return [`Texts with U+0000, which PostgreSQL cannot store, now with U+FFFD instead: ${count}`];
}

/**
 * Returns a line for each row, padded so that columns align. The second and third columns, which are numbers,
 * align right.
 */
function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  /** Returns the length of the longest cell in a column. */
  const getColumnWidth = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row
      .map((cell, at) =>
        at === 1 || at === 2 ? cell.padStart(getColumnWidth(at)) : cell.padEnd(getColumnWidth(at)),
      )
      .join('  ')
      .trimEnd(),
  );
}
