import type { InboxRowView } from '../../../api/inbox.ts';

/** Returns the ids from one row to another, in either direction; only the last if the first is not listed. */
export function listRange(
  rows: readonly Pick<InboxRowView, 'id'>[],
  first: string,
  last: string,
): readonly string[] {
  const [from, to] = [first, last].map((id) => rows.findIndex((row) => row.id === id));
  if (from === undefined || to === undefined || from === -1 || to === -1) return [last];
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ id }) => id);
}
