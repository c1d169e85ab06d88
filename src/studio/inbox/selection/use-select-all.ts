import { useEffect, useState } from 'react';
import { useStudio } from '../../draft/context.ts';
import type { EnquiryList } from '../inbox-lists.tsx';
import type { EnquirySelection } from './use-selection.ts';

export interface SelectAll {
  /** The number of enquiries that it selects: all of the list, or the most that are allowed. */
  readonly count: number;
  /** True if the list has more than that. */
  readonly isCut: boolean;
  readonly isBusy: boolean;
  /** Loads the rest of the list, and selects it. */
  readonly start: () => void;
}

/**
 * Returns what selects all enquiries of a list, also those that are not loaded; undefined if all of them are
 * selected already. It loads page by page, up to the most that one request may change.
 */
export function useSelectAll(
  { loadedEnquiries, loadMore, trouble }: EnquiryList,
  { selected, set }: EnquirySelection,
  most: number | undefined,
): SelectAll | undefined {
  const { say, announce } = useStudio();
  const [isStarted, setIsStarted] = useState(false);
  const { rows = [], count = 0, next } = loadedEnquiries ?? {};
  const limit = most ?? rows.length;
  const isEnough = rows.length >= limit || next === undefined;
  useEffect(() => {
    if (!isStarted) return;
    if (trouble) return setIsStarted(false);
    if (!isEnough) return void loadMore();
    setIsStarted(false);
    const chosen = rows.slice(0, limit);
    set(chosen.map(({ id }) => id));
    announce(say('desk.sel.count', { count: chosen.length }));
  }, [isStarted, isEnough, trouble, loadMore, rows, limit, set, announce, say]);
  const wanted = Math.min(count, limit);
  if (selected.length === 0 || selected.length >= wanted) return undefined;
  return { count: wanted, isCut: count > limit, isBusy: isStarted, start: () => setIsStarted(true) };
}
