import type { Documents } from '#engine';
import { type Applied, applyPatches, type Patch } from '#engine/editing/change.ts';
import { outsideReach } from '#engine/editing/outside-reach.ts';
import type { Reach } from '../../studio/protocol-people.ts';

/** The enquiry types and sites that somebody is limited to. */
export type Scope = Pick<Reach, 'types' | 'sites'>;

/** Throws if whoever asked for something does not have the right any more that they had then. */
export type RequireRight = () => Promise<void>;

/** A change is refused since something of it lies outside of the scope of whoever asks for it. */
export interface OutsideScope {
  readonly kind: 'outside-reach';
  /** By name, as `outsideReach` gives it; not empty. */
  readonly outside: readonly string[];
}

/** The documents after a change and what takes it back, or why they stay as they are. */
export type ChangedDocuments =
  | Extract<Applied, { readonly ok: true }>
  | (Extract<Applied, { readonly ok: false }> & { readonly kind: 'conflict' })
  | (OutsideScope & { readonly ok: false });

/**
 * Returns the documents with a change, or the refusal of it. Whoever stores the result calls this with the documents that it replaces, in
 * the same turn: a scope that is checked against any other documents says nothing of what is stored.
 */
export function changeDocuments(
  documents: Documents,
  { patches, scope }: { readonly patches: readonly Patch[]; readonly scope: Scope },
): ChangedDocuments {
  const applied = applyPatches(documents, patches);
  if (!applied.ok) return { ...applied, kind: 'conflict' };
  const refusal = refuseOutside(scope, { before: documents, after: applied.documents });
  return refusal === undefined ? applied : { ...refusal, ok: false };
}

/** Returns the refusal to make documents others, undefined where all that differs lies within the scope. */
export function refuseOutside(
  scope: Scope,
  documents: { readonly before: Documents; readonly after: Documents },
): OutsideScope | undefined {
  const outside = outsideReach(scope, documents);
  return outside.length === 0 ? undefined : { kind: 'outside-reach', outside };
}

/** Returns whether a scope has limits. */
export function isLimited({ types, sites }: Scope): boolean {
  return types !== undefined || sites !== undefined;
}
