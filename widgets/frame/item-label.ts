import { createContext, useContext } from 'react';
import type { Path } from '../fields/pointer.ts';
import { useFields } from '../fields/use-fields.ts';

/** The list that is being drawn. */
export interface List {
  /** What one of its items is called. */
  readonly itemTitle: string;
  /** Is told which item the visitor removes, and what it is called, before it goes. */
  readonly onRemoving: (index: number, label: string) => void;
}

/** The list that is being drawn, for its items. */
export const ListContext = createContext<List | undefined>(undefined);

/** What a value is called: an item by its place in the list (`Guest 2`), anything else by its own title. */
export function useItemLabel(path: Path, title: string | undefined): string | undefined {
  const list = useContext(ListContext);
  const { text } = useFields();
  const last = path.at(-1);
  if (typeof last !== 'number') return title;
  return text('item-label', { label: title ?? list?.itemTitle ?? '', number: last + 1 });
}
