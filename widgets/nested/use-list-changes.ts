import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Text } from '#engine';
import { announcementDelayMs } from '../announcement-delay.ts';

/** What a visitor does to a list, and what the item is called. */
export type ListChange =
  | { readonly kind: 'added'; readonly label: string }
  | { readonly kind: 'removed'; readonly label: string; readonly index: number };

/** A list that its visitor changes. */
export interface ChangingList {
  /** To be called before the list changes. */
  readonly onChanging: (change: ListChange) => void;
  /** What is said of the last change, once focus has moved; empty until then. */
  readonly announcement: string;
}

/** Moves focus and announces once a list of so many items has changed as its visitor wanted. One that changes from elsewhere does neither. */
export function useListChanges(
  element: RefObject<HTMLElement | null>,
  count: number,
  text: Text,
): ChangingList {
  const changing = useRef<ListChange>(undefined);
  const former = useRef(count);
  const [change, setChange] = useState<ListChange>();
  useLayoutEffect(() => {
    const done = changing.current;
    if (former.current === count) return;
    former.current = count;
    changing.current = undefined;
    if (done === undefined || element.current === null) return;
    targetAfter(done, element.current)?.focus();
    setChange(done);
  }, [element, count]);
  const onChanging = useCallback((next: ListChange) => {
    changing.current = next;
  }, []);
  return { onChanging, announcement: useAnnouncement(change, text) };
}

const controls = 'input:not([type=hidden]), select, textarea';

/**
 * Focus follows what the visitor did: into the item that was added, to the one that takes a removed one's place, and where none is left
 * to the button that adds.
 */
function targetAfter(change: ListChange, element: HTMLElement): HTMLElement | null {
  const rows = element.querySelectorAll<HTMLElement>(':scope > ol > li');
  const adding = element.querySelector<HTMLElement>(':scope > .sw-actions button');
  const target =
    change.kind === 'added'
      ? rows[rows.length - 1]?.querySelector<HTMLElement>(controls)
      : rows[Math.min(change.index, rows.length - 1)]?.querySelector<HTMLElement>(
          ':scope > .sw-actions button',
        );
  return target ?? adding;
}

/** What was said goes at once: of the next change the same words may be news. */
function useAnnouncement(change: ListChange | undefined, text: Text): string {
  const [announced, setAnnounced] = useState<ListChange>();
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(change), announcementDelayMs);
    return () => clearTimeout(timer);
  }, [change]);
  if (change === undefined || announced !== change) return '';
  return text(change.kind === 'added' ? 'announce.item-added' : 'announce.item-removed', {
    label: change.label,
  });
}
