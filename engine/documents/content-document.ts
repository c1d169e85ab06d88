/**
 * The beginning of the paths of documents that are content, such as `content/offices.json`. A version has those
 * that are edited in the studio. `compile` ignores them.
 */
export const contentPrefix = 'content/';

/** Returns true for the path of a document that is content. */
export function isContentDocument(file: string): boolean {
  return file.startsWith(contentPrefix);
}
