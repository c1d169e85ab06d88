/**
 * Hides the counts of a table that are about fewer people than `fewest`, and the smallest others by which one of those
 * could be computed: from the sum of a row, which is its first count, or of a column. A count of 0 is never hidden.
 * @param table A row for each choice: its count, then its counts in groups, whose sum is the first one.
 */
export function hideSmallCounts(
  table: readonly (readonly number[])[],
  fewest: number,
): readonly (readonly (number | undefined)[])[] {
  const rows = table.map((counts) =>
    counts.map((count) => ({ count, isHidden: count > 0 && count < fewest })),
  );
  const columns = (rows[0] ?? []).map((_cell, at) => rows.flatMap((row) => row[at] ?? []));
  let isChanged = true;
  while (isChanged) {
    isChanged = columns.map((column) => hideMore(column, fewest)).some(Boolean);
    for (const [all, ...groups] of rows) {
      // All groups together would show the hidden count.
      const isMore = all?.isHidden ? hideAll(groups) : hideMore(groups, fewest);
      isChanged ||= isMore;
    }
  }
  return rows.map((row) => row.map(({ count, isHidden }) => (isHidden ? undefined : count)));
}

interface Cell {
  readonly count: number;
  isHidden: boolean;
}

/**
 * Hides the smallest counts until at least two are hidden, and their sum, which anybody can compute, is not small. Does
 * nothing if none is hidden. Returns true if it has hidden some.
 */
function hideMore(cells: readonly Cell[], fewest: number): boolean {
  const hidden = cells.filter(({ isHidden }) => isHidden);
  if (hidden.length === 0) return false;
  let isMore = false;
  const shown = cells.filter(({ isHidden, count }) => !isHidden && count > 0);
  for (const cell of shown.toSorted((one, other) => one.count - other.count)) {
    const sum = hidden.reduce((all, { count }) => all + count, 0);
    if (hidden.length > 1 && sum >= fewest) break;
    cell.isHidden = true;
    hidden.push(cell);
    isMore = true;
  }
  return isMore;
}

/** Hides all counts. Returns true if one of them was not hidden. */
function hideAll(cells: readonly Cell[]): boolean {
  const shown = cells.filter(({ isHidden, count }) => !isHidden && count > 0);
  for (const cell of shown) cell.isHidden = true;
  return shown.length > 0;
}
