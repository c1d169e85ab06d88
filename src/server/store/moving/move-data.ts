import { compareTable, hasSameRows, type TableComparison } from './compare-databases.ts';
import { getRowKey, type MoveDatabase, type MoveTarget } from './move-database.ts';
import { type MovedTable, movedTables } from './moved-tables.ts';

export interface DataMove {
  readonly source: MoveDatabase;
  readonly target: MoveTarget;
  /** Called with sentences about the progress, for the operator. */
  readonly report: (line: string) => void;
}

/**
 * Moves every table, in batches by key, and continues a move that was interrupted. If the target has other
 * rows than the source, it is emptied first. Then compares both databases row by row, and returns the
 * comparison of each table. Only if all are the same, the target is finished, so that servers accept it. The
 * source is only read.
 */
export async function moveData(move: DataMove): Promise<readonly TableComparison[]> {
  const { source, target, report } = move;
  if (!(await canContinueMove(move))) {
    report(`The data in ${target.name} differs from that in ${source.name}: the move starts again.`);
    await target.clear();
  }
  for (const table of movedTables) await moveTable(table, move);
  report('Comparing both sides.');
  const comparisons: TableComparison[] = [];
  for (const table of movedTables) comparisons.push(await compareTable(table, { source, target }));
  if (comparisons.every(hasSameRows)) await target.finish();
  return comparisons;
}

/**
 * Returns true if each table of the target is empty or has the first rows of the source. The source may have
 * changed since an earlier move was interrupted.
 */
async function canContinueMove({ source, target }: DataMove): Promise<boolean> {
  for (const table of movedTables) {
    const until = await target.last(table);
    if (until === undefined) continue;
    if (!hasSameRows(await compareTable(table, { source, target, until }))) return false;
  }
  return true;
}

/** Copies the rows of a table that come after the last row of the target, and reports the progress. */
async function moveTable(table: MovedTable, { source, target, report }: DataMove): Promise<void> {
  const all = await source.count(table);
  let count = await target.count(table);
  let after = await target.last(table);
  let reportedCount = count;
  if (count > 0) report(`${table.name}: ${count} of ${all} are already moved`);
  for (;;) {
    const rows = await source.readBatch(table, after);
    const last = rows.at(-1);
    if (last === undefined) break;
    await target.add(table, rows);
    after = getRowKey(table, last);
    count += rows.length;
    if (count < all && count < reportedCount + reportEvery) continue;
    report(`${table.name}: ${count} of ${all}`);
    reportedCount = count;
  }
}

/** In rows. */
const reportEvery = 10_000;
