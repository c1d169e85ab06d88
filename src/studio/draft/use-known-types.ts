import { useMemo } from 'react';
import type { OutlineType } from '#engine/editing/index.ts';
import { useDraftState, useOutline, useStudio } from './context.ts';
import { sortForVisitors, type VisibleType } from './visitors-order.ts';

/**
 * Returns all enquiry types of the draft with their names for visitors in the studio's language, in the order
 * that visitors see. Types that nobody can choose come last.
 */
export function useKnownTypes(): readonly VisibleType[] {
  const { content, locale } = useStudio();
  const { documents } = useDraftState();
  const types = useOutline();
  return useMemo(
    () => sortForVisitors(types, documents, { content, locale }),
    [types, documents, content, locale],
  );
}

/** Returns the enquiry types as `useOutline` does, titled by their names for visitors in the studio's language. */
export function useNamedOutline(): readonly OutlineType[] {
  const types = useOutline();
  const known = useKnownTypes();
  return useMemo(
    () =>
      types.map((type) => ({ ...type, title: known.find((one) => one.type === type)?.name ?? type.title })),
    [types, known],
  );
}
