import type { Documents } from '#engine';

/**
 * Returns the address of a document as JSON, with the cursor at a JSON Pointer if given:
 * `getDocumentAddress('rules.json') // '/studio/json?file=rules.json'`.
 */
export function documentAddress(file: string, pointer = ''): string {
  return `/studio/json?${new URLSearchParams({ file, ...(pointer !== '' && { at: pointer }) })}`;
}

/** Returns the editable documents, those of all forms first. Descriptions (`meta/`) are not editable. */
export function editableFiles(documents: Documents): readonly string[] {
  const files = Object.keys(documents).filter((file) => !file.startsWith('meta/'));
  return files.sort((one, other) => depthOf(one) - depthOf(other) || one.localeCompare(other, 'en'));
}

function depthOf(file: string): number {
  return file.split('/').length;
}
