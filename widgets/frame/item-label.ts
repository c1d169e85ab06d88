import { createContext, useContext } from 'react';
import type { ValuePath } from '../fields/pointer.ts';
import { useFields } from '../fields/use-fields.ts';

export interface ListInfo {
  readonly itemTitle: string;
  /** Called before an item is removed, with its index and label. */
  readonly onRemoving: (index: number, label: string) => void;
}

export const ListContext = createContext<ListInfo | undefined>(undefined);

/**
 * Returns the label of a value: for a list item its title, or that of its list, with its number (`Guest 2`);
 * for any other value `title`.
 */
export function useItemLabel(path: ValuePath, title: string | undefined): string | undefined {
  const list = useContext(ListContext);
  const { text } = useFields();
  const last = path.at(-1);
  if (typeof last !== 'number') return title;
  return text('item-label', { label: title ?? list?.itemTitle ?? '', number: last + 1 });
}
