import { findDocumentFault } from '../editing/documents/document-text.ts';
import { isTooDeep, maxDocumentDepth } from '../json-schema/depth.ts';
import { isObject, isSameJson } from '../json-schema/values.ts';
import type { Documents } from '../model/types.ts';

/** The valid documents, or the first fault and its file. `file` is empty for a fault of the whole. */
export type OutsideDocuments =
  | { readonly ok: true; readonly documents: Documents }
  | { readonly ok: false; readonly file: string; readonly reason: string };

/**
 * Returns true if a relative path is valid for a document: `forms/sales/ui.json`. Such a path never leaves
 * the folder that it is written to. False for a `tsconfig.json`.
 */
export function isDocumentPath(path: string): boolean {
  return /^[\w-]+(?:\/[\w-]+)*(?:\.[\w-]+)*\.json$/.test(path) && !/(?:^|\/)tsconfig\.json$/.test(path);
}

/**
 * Validates documents from a folder or another installation, so that a draft can contain them; they need not
 * compile. Returns the first fault, or the given documents with the `meta/` documents of `known`, because
 * those describe the format and belong to a release. A given `meta/` document is a fault unless it is equal
 * to that of `known` or `base`.
 * @param options.known The documents of this installation, with the `meta/` documents of its release.
 * @param options.base The version from which the given documents were made.
 */
export function readOutsideDocuments(
  given: unknown,
  { known, base }: { readonly known: Documents; readonly base?: Documents },
): OutsideDocuments {
  /** Returns the result for a fault in a file. */
  const createRefusal = (file: string, reason: string) => ({ ok: false as const, file, reason });
  if (!isObject(given)) return createRefusal('', 'there are no documents');
  for (const [file, value] of Object.entries(given)) {
    if (!isDocumentPath(file))
      return createRefusal(
        file,
        'this is no path of a document: letters, digits, "_", "-" and "/", then ".json"',
      );
    if (isTooDeep(value))
      return createRefusal(file, `it is nested more than ${maxDocumentDepth} levels deep`);
    if (isFormatDocument(file)) {
      if ([known, base].some((side) => isSameJson(side?.[file], value))) continue;
      return createRefusal(
        file,
        'it says what documents may hold, and belongs to the release of the server: undo it',
      );
    }
    const fault = findDocumentFault(known, file, value);
    if (fault !== undefined) return createRefusal(file, fault.reason);
  }
  const own = Object.entries(given).filter(([file]) => !isFormatDocument(file));
  if (own.length === 0) return createRefusal('', 'there are no documents');
  const format = Object.entries(known).filter(([file]) => isFormatDocument(file));
  return { ok: true, documents: Object.fromEntries([...own, ...format]) };
}

/** Returns true for a document below `meta/`, which describes the format of others. */
export function isFormatDocument(file: string): boolean {
  return file.startsWith('meta/');
}
