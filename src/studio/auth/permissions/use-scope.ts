import { useMemo } from 'react';
import type { Documents } from '#engine';
import { createEditableScope, type EditableScope } from '#engine/editing/index.ts';
import { memoizeByObject } from '#engine/model/memoize.ts';
import type { SignedInPerson } from '../../../api/people.ts';
import { useDraftState, useStudio } from '../../draft/context.ts';

/**
 * Returns functions that are true if the signed-in person may change a text, a rule, a document or the
 * targets of patches, by their role, types and sites. For people below the role editor, all always return
 * false.
 */
export function useEditableScope(): EditableScope {
  const { me, may } = useStudio();
  const { documents } = useDraftState();
  const isEditor = may('editor');
  return useMemo(() => (isEditor ? getCachedScope(documents)(me) : noScope), [isEditor, me, documents]);
}

const noScope: EditableScope = {
  canEditText: () => false,
  canEditRule: () => false,
  canEditEntry: () => false,
  canEditFile: () => false,
  canApplyPatches: () => false,
};

/**
 * Returns the scope of a person in documents. Cached per pair of objects, so it is computed once for all
 * texts and rules on a page.
 */
const getCachedScope = memoizeByObject((documents: Documents) =>
  memoizeByObject((me: SignedInPerson): EditableScope => createEditableScope(me, documents)),
);
