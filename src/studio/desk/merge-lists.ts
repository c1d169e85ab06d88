import type { DeskPage, DeskRow } from '../protocol-desk.ts';

/** Enquiries as somebody has them before them. */
export interface Listed {
  readonly rows: readonly DeskRow[];
  readonly next?: number | undefined;
  /** How many there are in all, counted no further than `counted`. */
  readonly count: number;
  readonly counted: number;
  /** How many have arrived that are not shown yet; they fill a whole page where `isMore`. */
  readonly arrived: { readonly count: number; readonly isMore: boolean };
}

/** Nothing has arrived that is not shown. */
export const none = { count: 0, isMore: false } as const;

/**
 * What is shown, with what the newest page says of it by now. Where the list is of all enquiries, one that the page should have and has
 * not was erased, and goes; of a part it may only have been done with, and stays where whoever reads it is about to press.
 */
export function merged(before: Listed, page: DeskPage, isOfAll: boolean): Listed {
  const newest = before.rows[0]?.sequence ?? 0;
  const shown = new Set(before.rows.map(({ id }) => id));
  // The number of the latest one is given again once it is erased.
  const arrived = page.rows.filter(({ id, sequence }) => sequence >= newest && !shown.has(id)).length;
  return {
    ...before,
    rows: inPlace(isOfAll ? withoutErased(before.rows, page) : before.rows, page.rows),
    count: page.count,
    counted: page.counted,
    arrived: {
      count: arrived,
      isMore: arrived > 0 && arrived === page.rows.length && page.next !== undefined,
    },
  };
}

/** Of what stands behind the newest page nothing is known. */
function withoutErased(rows: readonly DeskRow[], { rows: now, next }: DeskPage): readonly DeskRow[] {
  const there = new Set(now.map(({ id }) => id));
  const oldest = next === undefined ? 0 : (now.at(-1)?.sequence ?? 0);
  return rows.filter(({ id, sequence }) => there.has(id) || sequence < oldest);
}

/** Rows as they are by now, in their places. */
export function inPlace(rows: readonly DeskRow[], now: readonly DeskRow[]): readonly DeskRow[] {
  const byId = new Map(now.map((row) => [row.id, row]));
  return rows.map((row) => byId.get(row.id) ?? row);
}
