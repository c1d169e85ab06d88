import { useMemo } from 'react';
import type { Documents } from '#engine';
import { type Scope, scopeOf } from '#engine/editing/index.ts';
import { useDraft, useStudio } from '../context.ts';
import type { Me } from '../protocol-people.ts';

/** Returns the parts of the draft that the signed-in person may change, by their role, types and sites. */
export function useScope(): Scope {
  const { me, may } = useStudio();
  const { documents } = useDraft();
  const isEditor = may('editor');
  return useMemo(() => (isEditor ? knownScope(me, documents) : nothing), [isEditor, me, documents]);
}

const nothing: Scope = {
  mayText: () => false,
  mayRule: () => false,
  mayFile: () => false,
  mayPatch: () => false,
};

/** Cached for all texts and rules on a page. */
const scopes = new WeakMap<Documents, { readonly me: Me; readonly scope: Scope }>();

function knownScope(me: Me, documents: Documents): Scope {
  const known = scopes.get(documents);
  if (known?.me === me) return known.scope;
  const scope = scopeOf(me, documents);
  scopes.set(documents, { me, scope });
  return scope;
}
