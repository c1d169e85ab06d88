import { useMemo } from 'react';
import { useStudio } from '../draft/context.ts';
import { isEditedHere } from './content-edits.ts';
import type { ContentEntry, ContentList, DraftContent } from './content-lists.ts';
import { findSource } from './source/source-edits.ts';

/** The rights of the signed-in person on the entries of a list. */
export interface EntryRights {
  /** True if they may add any entry. */
  readonly canAdd: boolean;
  readonly canChange: (entry: ContentEntry) => boolean;
}

/**
 * Returns the rights of the person, as the server decides them (`findChangesOutsideScope`): content belongs to
 * no type, and an entry to its site. A list that is not edited in the studio yet can only be begun by somebody
 * without limits, because that adds all its entries. A list that comes from an address can be changed by nobody.
 */
export function useEntryRights(content: DraftContent, list: ContentList): EntryRights {
  const { me, may } = useStudio();
  const isEditor = may('editor') && me.types === undefined;
  const isBegun = isEditedHere(content, list);
  const isFromAddress = findSource(content, list) !== undefined;
  return useMemo(() => {
    if (isFromAddress) return { canAdd: false, canChange: () => false };
    const isUnlimited = isEditor && me.sites === undefined;
    return {
      canAdd: isUnlimited,
      canChange: (entry) => {
        if (isUnlimited) return true;
        const site = list.getSite?.(entry);
        return isEditor && isBegun && site !== undefined && me.sites?.includes(site) === true;
      },
    };
  }, [isEditor, me.sites, isBegun, isFromAddress, list]);
}
