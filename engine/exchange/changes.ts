import { applyPatches, type Patch } from '../editing/change.ts';
import { documentPatches } from '../editing/document-patches.ts';
import type { Documents, Json } from '../types.ts';

/** What makes documents of others: patches for each member that differs, in every file. */
export function changesBetween(before: Documents, after: Documents): readonly Patch[] {
  const gone = Object.entries(before).filter(([file]) => !Object.hasOwn(after, file));
  return [
    ...gone.map(([file, value]): Patch => ({ file, path: [], before: value as Json })),
    ...Object.entries(after).flatMap(([file, value]) => documentPatches(before, file, value as Json)),
  ];
}

/** The documents of a version with what was changed since; undefined where that does not fit them. */
export function commonDocuments(version: Documents, since: readonly Patch[]): Documents | undefined {
  const applied = applyPatches(version, since);
  return applied.ok ? applied.documents : undefined;
}
