import { useState } from 'react';
import { useStudio } from '../context.ts';
import type { Edit } from '../draft/draft-store.ts';
import { useScope } from '../people/use-scope.ts';

/** Edits of a rule by whoever is signed in. */
interface EditWithinScope {
  /** Performs an edit if it is within the person's scope; else nothing changes. */
  readonly perform: (edit: Edit) => void;
  /** The last edit was beyond the scope. */
  readonly isOutside: boolean;
}

/** Keeps edits of a rule within the scope of whoever is signed in: a condition that is widened may decide for other types than theirs. */
export function useEditWithinScope(): EditWithinScope {
  const { store } = useStudio();
  const { mayPatch } = useScope();
  const [isOutside, setIsOutside] = useState(false);
  return {
    perform(edit) {
      const isWithin = mayPatch(edit.patches);
      setIsOutside(!isWithin);
      if (isWithin) store.perform(edit);
    },
    isOutside,
  };
}
