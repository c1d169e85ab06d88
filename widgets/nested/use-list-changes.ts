import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TextFormatter } from '#engine';
import { announcementDelayMs } from '../announcement-delay.ts';

/**
 * A change of a list by the visitor. `label` names the item; `index` is its position before it was removed.
 */
export type ItemChange =
  | { readonly kind: 'added'; readonly label: string }
  | { readonly kind: 'removed'; readonly label: string; readonly index: number };

export interface ChangingList {
  /** Stores the change. Must be called before the list changes. */
  readonly onChanging: (change: ItemChange) => void;
  /** The announcement of the last change, a short time after the focus has moved; empty until then. */
  readonly announcement: string;
}

/**
 * Moves the focus inside `element` after the visitor has added or removed an item, and returns the
 * announcement of that. The change must be passed to `onChanging` first; it is finished when `count`, the
 * number of items, has changed. Other changes of `count` are ignored.
 */
export function useListChanges(
  element: RefObject<HTMLElement | null>,
  count: number,
  text: TextFormatter,
): ChangingList {
  const pendingChange = useRef<ItemChange>(undefined);
  const former = useRef(count);
  const [change, setChange] = useState<ItemChange>();
  useLayoutEffect(() => {
    const finishedChange = pendingChange.current;
    if (former.current === count) return;
    former.current = count;
    pendingChange.current = undefined;
    if (finishedChange === undefined || element.current === null) return;
    findFocusTarget(finishedChange, element.current)?.focus();
    setChange(finishedChange);
  }, [element, count]);
  const onChanging = useCallback((next: ItemChange) => {
    pendingChange.current = next;
  }, []);
  return { onChanging, announcement: useItemAnnouncement(change, text) };
}

const controlSelector = 'input:not([type=hidden]), select, textarea';

/**
 * Returns the element that receives the focus: the first control of the last item after an addition, or the
 * first button of the item after a removed one, or else of the last item. If there is none, returns the
 * button that adds items, or null.
 */
function findFocusTarget(change: ItemChange, element: HTMLElement): HTMLElement | null {
  const rows = element.querySelectorAll<HTMLElement>(':scope > ol > li');
  const addButton = element.querySelector<HTMLElement>(':scope > .sw-actions button');
  const target =
    change.kind === 'added'
      ? rows[rows.length - 1]?.querySelector<HTMLElement>(controlSelector)
      : rows[Math.min(change.index, rows.length - 1)]?.querySelector<HTMLElement>(
          ':scope > .sw-actions button',
        );
  return target ?? addButton;
}

/**
 * Returns the announcement of a change after `announcementDelayMs`; empty before and without a change. The
 * announcement of the former change is removed at once, so that the same text can be announced again.
 */
function useItemAnnouncement(change: ItemChange | undefined, text: TextFormatter): string {
  const [announced, setAnnounced] = useState<ItemChange>();
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(change), announcementDelayMs);
    return () => clearTimeout(timer);
  }, [change]);
  if (change === undefined || announced !== change) return '';
  return text(change.kind === 'added' ? 'announce.item-added' : 'announce.item-removed', {
    label: change.label,
  });
}
