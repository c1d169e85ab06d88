import { useMemo } from 'react';
import { useDraft, useOutline, useStudio } from '../context.ts';
import { type KnownType, visitorsOrder } from './visitors-order.ts';

/**
 * Returns the enquiry types of the draft with the names and order that visitors see, in the studio's
 * language.
 */
export function useKnownTypes(): readonly KnownType[] {
  const { content, locale } = useStudio();
  const { documents } = useDraft();
  const types = useOutline();
  return useMemo(
    () => visitorsOrder(types, documents, { content, locale }),
    [types, documents, content, locale],
  );
}
