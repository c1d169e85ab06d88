import type { Documents } from '#engine';

/**
 * Returns the address of a document as JSON, with the cursor at a JSON Pointer if given:
 * `getDocumentAddress('rules.json') // '/studio/json?file=rules.json'`.
 */
export function getDocumentAddress(file: string, pointer = ''): string {
  return `/studio/json?${new URLSearchParams({ file, ...(pointer !== '' && { at: pointer }) })}`;
}

/**
 * Returns the editable documents, those outside of folders first. Descriptions (`meta/`) are not editable.
 */
export function listEditableFiles(documents: Documents): readonly string[] {
  const files = Object.keys(documents).filter((file) => !file.startsWith('meta/'));
  return files.sort(
    (one, other) => getFolderDepth(one) - getFolderDepth(other) || one.localeCompare(other, 'en'),
  );
}

function getFolderDepth(file: string): number {
  return file.split('/').length;
}
