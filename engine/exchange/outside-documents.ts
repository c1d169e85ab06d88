import { documentFault } from '../editing/document-text.ts';
import { isTooDeep, mostLevels } from '../json-schema/depth.ts';
import { isObject, isSameJson } from '../json-schema/values.ts';
import type { Documents } from '../types.ts';

/** Documents that came from outside, or why they are not taken: which one, and what is wrong with it. */
export type OutsideDocuments =
  | { readonly ok: true; readonly documents: Documents }
  | { readonly ok: false; readonly file: string; readonly reason: string };

/** Whether a path may be that of a document, wherever it is written to: `forms/sales/ui.json`. */
export function isDocumentPath(path: string): boolean {
  return /^[\w-]+(?:\/[\w-]+)*(?:\.[\w-]+)*\.json$/.test(path) && !/(?:^|\/)tsconfig\.json$/.test(path);
}

/**
 * Reads what is said to be documents: far enough for a draft to hold them, which need be no form. What describes the format (`meta/`)
 * belongs to a release: it is that of `known`, whatever another release wrote when it was pulled, and nobody brings one of their own.
 */
export function readOutsideDocuments(
  given: unknown,
  { known, base }: { readonly known: Documents; readonly base?: Documents },
): OutsideDocuments {
  const refuse = (file: string, reason: string) => ({ ok: false as const, file, reason });
  if (!isObject(given)) return refuse('', 'there are no documents');
  for (const [file, value] of Object.entries(given)) {
    if (!isDocumentPath(file))
      return refuse(file, 'this is no path of a document: letters, digits, "_", "-" and "/", then ".json"');
    if (isTooDeep(value)) return refuse(file, `it is nested more than ${mostLevels} levels deep`);
    if (isOfFormat(file)) {
      if ([known, base].some((side) => isSameJson(side?.[file], value))) continue;
      return refuse(
        file,
        'it says what documents may hold, and belongs to the release of the server: undo it',
      );
    }
    const fault = documentFault(known, file, value);
    if (fault !== undefined) return refuse(file, fault.reason);
  }
  const own = Object.entries(given).filter(([file]) => !isOfFormat(file));
  if (own.length === 0) return refuse('', 'there are no documents');
  const format = Object.entries(known).filter(([file]) => isOfFormat(file));
  return { ok: true, documents: Object.fromEntries([...own, ...format]) };
}

/** Whether a document describes the format of others. */
export function isOfFormat(file: string): boolean {
  return file.startsWith('meta/');
}
