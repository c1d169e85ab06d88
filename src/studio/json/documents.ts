import type { Documents } from '#engine';

/**
 * Returns the address of a document as text, where a JSON pointer is given with the cursor there:
 * `documentAddress('rules.json') // '/studio/json?file=rules.json'`.
 */
export function documentAddress(file: string, pointer = ''): string {
  return `/studio/json?${new URLSearchParams({ file, ...(pointer !== '' && { at: pointer }) })}`;
}

/** The documents that are edited, those of all forms first; what describes them (`meta/`) is not. */
export function editableFiles(documents: Documents): readonly string[] {
  const files = Object.keys(documents).filter((file) => !file.startsWith('meta/'));
  return files.sort((one, other) => depthOf(one) - depthOf(other) || one.localeCompare(other, 'en'));
}

function depthOf(file: string): number {
  return file.split('/').length;
}
