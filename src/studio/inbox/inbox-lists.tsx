import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { InboxListView, InboxRowView } from '../../api/inbox.ts';
import { type RequestFailure, tryRequest } from '../ui/ask/request.ts';
import { onInboxChange } from './inbox-events.ts';
import { type LoadedEnquiries, mergeNewestPage, noArrivals, replaceRows } from './merge-lists.ts';

/** The last list of each inbox page by its address, so that a person who returns finds the same list. */
type ListsByAddress = Map<string, LoadedEnquiries>;

const ListsContext = createContext<ListsByAddress | undefined>(undefined);

/** Provides `useEnquiryList` with storage for lists, so that they survive the inbox pages. */
export function InboxProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const lists = useMemo<ListsByAddress>(() => new Map(), []);
  return <ListsContext value={lists}>{children}</ListsContext>;
}

export interface EnquiryList {
  /** Absent until the first answer. While the list of another address is loading, it is the previous list. */
  readonly loadedEnquiries?: LoadedEnquiries;
  /**
   * True while the first list, a reload or a further page is loading. A refresh after an event does not
   * count.
   */
  readonly isBusy: boolean;
  /** The failure of the latest load. A failed refresh after an event is not reported. */
  readonly trouble?: RequestFailure;
  /**
   * Loads the first page again, including new enquiries. It replaces all loaded rows; after a failure, they
   * stay.
   */
  readonly reload: () => Promise<void>;
  /** Loads the next page and returns its number of rows: 0 if there is none or loading failed. */
  readonly loadMore: () => Promise<number>;
  /** Replaces the row with the same id. Does nothing if the list has none. */
  readonly replaceRow: (row: InboxRowView) => void;
  /** Removes a row and subtracts one from the total number. */
  readonly removeRow: (id: string) => void;
}

/** The minimum time in milliseconds between two refreshes, because events arrive in bursts. */
const refreshMs = 700;

/**
 * Loads the enquiries at an address below `/studio/api` (`enquiries`, `enquiries/suspected`) that match a
 * query string (without `?`; empty: all). A list that `InboxProvider` still has is shown at once and
 * refreshed. Refreshes it after inbox events, without moving rows. Throws outside of `InboxProvider`.
 */
export function useEnquiryList(path: string, query: string): EnquiryList {
  const lists = useContext(ListsContext);
  if (lists === undefined) throw new Error('Cannot list enquiries outside of the desk');
  const address = query === '' ? path : `${path}?${query}`;
  const [state, setState] = useState<{ readonly listed?: LoadedEnquiries; readonly of?: string }>(() => {
    const known = lists.get(address);
    return known ? { listed: known, of: address } : {};
  });
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<RequestFailure>();
  const asked = useRef(address);

  const show = useCallback(
    (of: string, change: (before: LoadedEnquiries | undefined) => LoadedEnquiries | undefined) => {
      setState((before) => {
        const listed = change(before.of === of ? before.listed : undefined);
        return listed === undefined ? before : { listed, of };
      });
    },
    [],
  );
  useEffect(() => {
    if (state.of === undefined || state.listed === undefined) return;
    // Only the latest list of each page is stored.
    for (const known of lists.keys()) if (known.split('?')[0] === path) lists.delete(known);
    lists.set(state.of, state.listed);
  }, [lists, path, state]);

  const reload = useCallback(async () => {
    setIsBusy(true);
    const outcome = await tryRequest<InboxListView>(address, { method: 'GET' });
    if (asked.current !== address) return;
    setIsBusy(false);
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (outcome.isDone) show(address, () => ({ ...outcome.answer, arrived: noArrivals }));
  }, [address, show]);

  /** Refreshes without moving rows: new enquiries are only counted, and changed rows are replaced. */
  const refresh = useCallback(async () => {
    const outcome = await tryRequest<InboxListView>(address, { method: 'GET' });
    if (asked.current !== address || !outcome.isDone) return;
    setTrouble(undefined);
    const { answer } = outcome;
    const isOfAll = address === 'enquiries';
    show(address, (before) =>
      before ? mergeNewestPage(before, answer, isOfAll) : { ...answer, arrived: noArrivals },
    );
  }, [address, show]);

  useEffect(() => {
    asked.current = address;
    const known = lists.get(address);
    setTrouble(undefined);
    if (known) {
      setIsBusy(false);
      setState({ listed: known, of: address });
      void refresh();
    } else void reload();
  }, [address, lists, reload, refresh]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onInboxChange(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refresh();
      }, refreshMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [refresh]);

  const next = state.of === address ? state.listed?.next : undefined;
  const loadMore = useCallback(async () => {
    if (next === undefined) return 0;
    setIsBusy(true);
    const outcome = await tryRequest<InboxListView>(
      `${path}?${query}${query === '' ? '' : '&'}before=${next}`,
      {
        method: 'GET',
      },
    );
    if (asked.current !== address) return 0;
    setIsBusy(false);
    setTrouble(outcome.isDone ? undefined : outcome.trouble);
    if (!outcome.isDone) return 0;
    const { rows, next: after } = outcome.answer;
    show(address, (before) => before && { ...before, rows: [...before.rows, ...rows], next: after });
    return rows.length;
  }, [address, path, query, next, show]);

  const replaceRow = useCallback(
    (row: InboxRowView) =>
      show(address, (before) => before && { ...before, rows: replaceRows(before.rows, [row]) }),
    [address, show],
  );
  const removeRow = useCallback(
    (id: string) =>
      show(
        address,
        (before) =>
          before && {
            ...before,
            rows: before.rows.filter((row) => row.id !== id),
            count: Math.max(0, before.count - 1),
          },
      ),
    [address, show],
  );
  return {
    ...(state.listed && { loadedEnquiries: state.listed }),
    ...(trouble && { trouble }),
    isBusy: isBusy || (state.of !== address && !trouble),
    reload,
    loadMore,
    replaceRow,
    removeRow,
  };
}
