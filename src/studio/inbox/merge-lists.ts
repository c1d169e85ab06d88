import type { InboxListView, InboxRowView } from '../../api/inbox.ts';

export interface LoadedEnquiries {
  /** The rows of all loaded pages, the newest first. */
  readonly rows: readonly InboxRowView[];
  /** The `before` of the next page. Absent if all pages are loaded. */
  readonly next?: number | undefined;
  /** The total number. Counting stops at `counted`, so if they are equal, there may be more. */
  readonly count: number;
  readonly counted: number;
  /** The number of new enquiries that are not shown yet. `isMore` is true if they fill a whole page. */
  readonly arrived: { readonly count: number; readonly isMore: boolean };
}

export const noArrivals = { count: 0, isMore: false } as const;

/**
 * Returns a shown list with the state of its newest page, without moving rows; new enquiries are only
 * counted. In the unfiltered list, a missing row was erased and is removed. In a filtered list, it may only
 * have been dealt with; it stays, so that nothing moves under the pointer.
 */
export function mergeNewestPage(
  before: LoadedEnquiries,
  page: InboxListView,
  isUnfiltered: boolean,
): LoadedEnquiries {
  const newest = before.rows[0]?.sequence ?? 0;
  const shown = new Set(before.rows.map(({ id }) => id));
  // After the latest enquiry is erased, its number is assigned again. So the ids are compared as well.
  const arrived = page.rows.filter(({ id, sequence }) => sequence >= newest && !shown.has(id)).length;
  return {
    ...before,
    rows: replaceRows(isUnfiltered ? removeErasedRows(before.rows, page) : before.rows, page.rows),
    count: page.count,
    counted: page.counted,
    arrived: {
      count: arrived,
      isMore: arrived > 0 && arrived === page.rows.length && page.next !== undefined,
    },
  };
}

/**
 * Returns the rows without those that should be in the newest page and are missing there. Rows older than
 * that page stay.
 */
function removeErasedRows(
  rows: readonly InboxRowView[],
  { rows: now, next }: InboxListView,
): readonly InboxRowView[] {
  const there = new Set(now.map(({ id }) => id));
  const oldest = next === undefined ? 0 : (now.at(-1)?.sequence ?? 0);
  return rows.filter(({ id, sequence }) => there.has(id) || sequence < oldest);
}

/**
 * Returns the rows, each replaced by the one with the same id in `now`, if there is one. Others in `now` are
 * not added.
 */
export function replaceRows(
  rows: readonly InboxRowView[],
  now: readonly InboxRowView[],
): readonly InboxRowView[] {
  const byId = new Map(now.map((row) => [row.id, row]));
  return rows.map((row) => byId.get(row.id) ?? row);
}
