import { useMemo } from 'react';
import { useDraftState, useOutline, useStudio } from '../context.ts';
import { sortForVisitors, type VisibleType } from './visitors-order.ts';

/**
 * Returns the enquiry types of the draft with the names and order that visitors see, in the studio's
 * language.
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
