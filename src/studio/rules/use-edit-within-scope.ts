import { useState } from 'react';
import { useEditableScope } from '../auth/permissions/use-scope.ts';
import { useStudio } from '../draft/context.ts';
import type { DraftEdit } from '../draft/draft-store.ts';

interface EditWithinScope {
  /** Performs the edit in the draft if it is within the scope, and sets `isOutside`. */
  readonly perform: (edit: DraftEdit) => void;
  /** True if the last edit was outside of the scope, so that it was not performed. */
  readonly isOutside: boolean;
}

/**
 * Returns a function that performs an edit of the draft only if it is within the scope of the signed-in
 * person. A wider condition of a rule could affect other types than theirs.
 */
export function useEditWithinScope(): EditWithinScope {
  const { store } = useStudio();
  const { canApplyPatches } = useEditableScope();
  const [isOutside, setIsOutside] = useState(false);
  return {
    perform(edit) {
      const isWithin = canApplyPatches(edit.patches);
      setIsOutside(!isWithin);
      if (isWithin) store.perform(edit);
    },
    isOutside,
  };
}
