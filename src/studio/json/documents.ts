import type { Documents } from '#engine';

/** The address of a document as text: `documentAddress('rules.json') // '/studio/json?file=rules.json'`. */
export function documentAddress(file: string): string {
  return `/studio/json?${new URLSearchParams({ file })}`;
}

/** The documents that are edited, those of all forms first; what describes them (`meta/`) is not. */
export function editableFiles(documents: Documents): readonly string[] {
  const files = Object.keys(documents).filter((file) => !file.startsWith('meta/'));
  return files.sort((one, other) => depthOf(one) - depthOf(other) || one.localeCompare(other, 'en'));
}

function depthOf(file: string): number {
  return file.split('/').length;
}
