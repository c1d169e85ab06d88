import { createContext, useContext } from 'react';
import type { ValuePath } from '../fields/pointer.ts';
import { useFields } from '../fields/use-fields.ts';

/** The information that a list gives its items. */
export interface ListInfo {
  /** The title of an item without a title of its own, without a number. */
  readonly itemTitle: string;
  /** Called before an item is removed, with its index and label. */
  readonly onRemoving: (index: number, label: string) => void;
}

/** The list around a value; undefined outside of lists. */
export const ListContext = createContext<ListInfo | undefined>(undefined);

/**
 * Returns the label of a value. For a list item it is its `title`, or else that of its list, with its number
 * from 1 (`Guest 2`); for any other value it is `title`.
 */
export function useItemLabel(path: ValuePath, title: string | undefined): string | undefined {
  const list = useContext(ListContext);
  const { text } = useFields();
  const last = path.at(-1);
  if (typeof last !== 'number') return title;
  return text('item-label', { label: title ?? list?.itemTitle ?? '', number: last + 1 });
}
