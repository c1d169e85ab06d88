import { applyPatches, type Patch } from '../editing/change.ts';
import { createDocumentPatches } from '../editing/documents/document-patches.ts';
import type { Documents, Json } from '../model/types.ts';

/**
 * Returns the patches that turn one set of documents into another: one for each member that differs, at any
 * depth, and one for each document that is added or removed. Empty if they are equal.
 */
export function diffDocuments(before: Documents, after: Documents): readonly Patch[] {
  const gone = Object.entries(before).filter(([file]) => !Object.hasOwn(after, file));
  return [
    ...gone.map(([file, value]): Patch => ({ file, path: [], before: value as Json })),
    ...Object.entries(after).flatMap(([file, value]) => createDocumentPatches(before, file, value as Json)),
  ];
}

/**
 * Returns a copy of the documents of a version with patches applied, such as those of `CommonState.since`.
 * Undefined if one of them does not fit the documents.
 */
export function applyCommonChanges(version: Documents, since: readonly Patch[]): Documents | undefined {
  const applied = applyPatches(version, since);
  return applied.ok ? applied.documents : undefined;
}
