import { useMemo } from 'react';
import type { Documents } from '#engine';
import { createEditableScope, type EditableScope } from '#engine/editing/index.ts';
import { memoizeByObject } from '#engine/memoize.ts';
import { useDraftState, useStudio } from '../context.ts';
import type { SignedInPerson } from '../protocol-people.ts';

/**
 * Returns functions that decide what the signed-in person may change, by their role, types and sites. Below
 * the role editor, they always return false.
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
  canEditFile: () => false,
  canApplyPatches: () => false,
};

/** Computes the scope of a person once for all texts and rules on a page. */
const getCachedScope = memoizeByObject((documents: Documents) =>
  memoizeByObject((me: SignedInPerson): EditableScope => createEditableScope(me, documents)),
);
