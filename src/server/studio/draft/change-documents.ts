import type { Documents, Json } from '#engine';
import { applyPatches, type Patch, type PatchResult } from '#engine/editing/change.ts';
import { findChangesOutsideScope } from '#engine/editing/edit-scope.ts';
import { isSameJson } from '#engine/json-schema/values.ts';
import type { AccessScope } from '../../../api/people.ts';
import { toContentDocument } from '../../forms/content/content-documents.ts';

/** The limits of a person. Without a role, sources of the content are not checked. */
export type EditScope = Pick<AccessScope, 'types' | 'sites'> & Partial<Pick<AccessScope, 'role'>>;

/** The document that says where lists of the content come from. */
const sourcesDocument = toContentDocument('sources.json');

/** Throws if the caller has lost the right that they had at the start of the request. */
export type RequireRight = () => Promise<void>;

export interface ScopeRefusal {
  readonly kind: 'outside-reach';
  /** The names of what is outside, as `findChangesOutsideScope` returns them. Never empty. */
  readonly outside: readonly string[];
  /** The role that is needed. Absent: the scope of the person must be wider. */
  readonly needs?: 'owner';
}

/** The documents after a change with its inverse, or the reason why it was not applied. */
export type ChangedDocuments =
  | Extract<PatchResult, { readonly ok: true }>
  | (Extract<PatchResult, { readonly ok: false }> & { readonly kind: 'conflict' })
  | (ScopeRefusal & { readonly ok: false });

/**
 * Applies all patches, or none: then it returns the conflicts, or what is outside the scope. Call this with
 * the documents that the result replaces, in the same turn of the event loop. A scope that is checked against
 * other documents proves nothing about the stored ones.
 */
export function changeDocuments(
  documents: Documents,
  { patches, scope }: { readonly patches: readonly Patch[]; readonly scope: EditScope },
): ChangedDocuments {
  const applied = applyPatches(documents, patches);
  if (!applied.ok) return { ...applied, kind: 'conflict' };
  const edited = { before: documents, after: applied.documents };
  const refusal = refuseEdit(scope, edited);
  return refusal === undefined ? applied : { ...refusal, ok: false };
}

/** Returns a refusal if an edit is outside the scope, or needs another role. */
export function refuseEdit(
  scope: EditScope,
  edited: { readonly before: Documents; readonly after: Documents },
): ScopeRefusal | undefined {
  return refuseSourceEdit(scope, edited) ?? refuseOutsideScope(scope, edited);
}

/**
 * Returns a refusal if somebody who is no owner edits where lists of the content come from: a source makes the
 * server send requests. Publishing what an owner has edited is not refused.
 */
function refuseSourceEdit(
  { role }: EditScope,
  { before, after }: { readonly before: Documents; readonly after: Documents },
): ScopeRefusal | undefined {
  if (role === undefined || role === 'owner') return undefined;
  const [old, next] = [before[sourcesDocument], after[sourcesDocument]];
  return isSameJson(old as Json | undefined, next as Json | undefined)
    ? undefined
    : { kind: 'outside-reach', outside: [sourcesDocument], needs: 'owner' };
}

/** Returns a refusal if the documents differ outside the scope, else undefined. */
export function refuseOutsideScope(
  scope: EditScope,
  documents: { readonly before: Documents; readonly after: Documents },
): ScopeRefusal | undefined {
  const outside = findChangesOutsideScope(scope, documents);
  return outside.length === 0 ? undefined : { kind: 'outside-reach', outside };
}

/** Returns true if the scope is limited to some types or sites. */
export function isLimited({ types, sites }: EditScope): boolean {
  return types !== undefined || sites !== undefined;
}
