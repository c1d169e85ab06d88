import { useCallback, useMemo, useRef, useState } from 'react';
import type { InboxRowView } from '../../../api/inbox.ts';
import { listRange } from './list-range.ts';

/** The ticked enquiries of a list. */
export interface EnquirySelection {
  /** Those of the loaded rows, in the order of the list. */
  readonly selected: readonly InboxRowView[];
  readonly has: (id: string) => boolean;
  /** Ticks a row or removes its tick. With `isRange`, all rows from the last one that was ticked get its state. */
  readonly toggle: (id: string, isRange?: boolean) => void;
  /** Replaces the whole selection. */
  readonly set: (ids: Iterable<string>) => void;
}

/** Returns the selection among the rows of a list. Another list (`query`) begins with an empty one. */
export function useSelection(rows: readonly InboxRowView[], query: string): EnquirySelection {
  const [state, setState] = useState<{ readonly of: string; readonly ids: ReadonlySet<string> }>({
    of: query,
    ids: new Set(),
  });
  const anchor = useRef<string>(undefined);
  const ids = state.of === query ? state.ids : noIds;
  const set = useCallback(
    (chosen: Iterable<string>) => setState({ of: query, ids: new Set(chosen) }),
    [query],
  );
  const toggle = useCallback(
    (id: string, isRange = false) => {
      const range = isRange ? listRange(rows, anchor.current ?? id, id) : [id];
      anchor.current = id;
      set(ids.has(id) ? [...ids].filter((one) => !range.includes(one)) : [...ids, ...range]);
    },
    [rows, ids, set],
  );
  return useMemo(
    () => ({ selected: rows.filter(({ id }) => ids.has(id)), has: (id) => ids.has(id), toggle, set }),
    [rows, ids, toggle, set],
  );
}

const noIds: ReadonlySet<string> = new Set();
