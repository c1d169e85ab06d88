import type { Documents } from '#engine';

/**
 * Returns the address of a document in the JSON editor, with the cursor at a JSON Pointer if given:
 * `getDocumentAddress('rules.json') // '/studio/json?file=rules.json'`.
 */
export function getDocumentAddress(file: string, pointer = ''): string {
  return `/studio/json?${new URLSearchParams({ file, ...(pointer !== '' && { at: pointer }) })}`;
}

/**
 * Returns the names of the editable documents, by depth of their folder and then by name. The JSON Schemas of
 * documents (`meta/`) are not editable.
 */
export function listEditableFiles(documents: Documents): readonly string[] {
  const files = Object.keys(documents).filter((file) => !file.startsWith('meta/'));
  return files.sort(
    (one, other) => getFolderDepth(one) - getFolderDepth(other) || one.localeCompare(other, 'en'),
  );
}

/** Returns the number of segments of a path: 1 for a file at the top. */
function getFolderDepth(file: string): number {
  return file.split('/').length;
}
