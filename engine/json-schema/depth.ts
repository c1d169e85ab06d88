/**
 * Maximum number of nested lists and objects in a document: far more than anybody writes, far fewer than a
 * call stack allows.
 */
export const maxDocumentDepth = 100;

/**
 * Returns true if more than `maxDocumentDepth` lists and objects are nested in a JSON value. It goes level by
 * level, so that no depth overflows the call stack.
 */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= maxDocumentDepth; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0) return false;
  }
  return true;
}
