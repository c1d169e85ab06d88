import { applyPatches, type Patch } from '../editing/change.ts';
import { createDocumentPatches } from '../editing/document-patches.ts';
import type { Documents, Json } from '../types.ts';

/**
 * Returns the patches that turn one set of documents into another: one for each member that differs, and one
 * for each document that is added or removed.
 */
export function diffDocuments(before: Documents, after: Documents): readonly Patch[] {
  const gone = Object.entries(before).filter(([file]) => !Object.hasOwn(after, file));
  return [
    ...gone.map(([file, value]): Patch => ({ file, path: [], before: value as Json })),
    ...Object.entries(after).flatMap(([file, value]) => createDocumentPatches(before, file, value as Json)),
  ];
}

/**
 * Returns the documents of a version with the changes of a `CommonState` applied. Undefined if they do not
 * fit the documents.
 */
export function applyCommonChanges(version: Documents, since: readonly Patch[]): Documents | undefined {
  const applied = applyPatches(version, since);
  return applied.ok ? applied.documents : undefined;
}
