import { useEffect, useRef } from 'react';
import type { InboxRowView } from '../../api/inbox.ts';

/**
 * Returns functions about the row of a table that had the focus last. `move` focuses the link of the next (`1`) or
 * previous (`-1`) row; without a last one, that of the first row. At the end of the table, the focus stays.
 */
export function useRowFocus(table: { readonly current: HTMLElement | null }): {
  readonly move: (by: 1 | -1) => void;
  /** Returns the id of the enquiry of the row; undefined if no row had the focus. */
  readonly getRow: () => string | undefined;
} {
  const last = useRef<string>(undefined);
  useEffect(() => {
    const storeFocusedRow = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && table.current?.contains(target))
        last.current = target.closest<HTMLElement>('tr[data-enquiry]')?.dataset.enquiry ?? last.current;
    };
    addEventListener('focusin', storeFocusedRow);
    return () => removeEventListener('focusin', storeFocusedRow);
  }, [table]);
  return {
    move(by) {
      const links = [...(table.current?.querySelectorAll<HTMLElement>('tbody th a') ?? [])];
      const at = links.findIndex((link) => link.closest('tr')?.dataset.enquiry === last.current);
      const to = at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + by));
      links[to]?.focus();
    },
    getRow: () => last.current,
  };
}

/** Finds the row with this id; undefined without an id. */
export function findRow(rows: readonly InboxRowView[], id: string | undefined): InboxRowView | undefined {
  return rows.find((row) => row.id === id);
}

/** Focuses the link of the row with this id, and scrolls the list as little as that needs. */
export function focusRow(table: HTMLElement | null, id: string | undefined): void {
  const row = id === undefined ? null : table?.querySelector(`tr[data-enquiry="${CSS.escape(id)}"]`);
  const link = row?.querySelector<HTMLElement>('th a');
  link?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}
