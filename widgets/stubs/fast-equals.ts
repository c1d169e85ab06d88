/**
 * Returns `isEqual`. Replaces `fast-equals` in `@rjsf/utils` (`slimReferences` in `vite.config.ts`), which
 * calls only this function. That saves the visitor 3 kB of brotli. `test/house/stubs.test.ts` checks the
 * assumptions and compares the stub with the library.
 */
export function createCustomEqual(): typeof isEqual {
  return isEqual;
}

/**
 * Returns true if two JSON values are equal at any depth. `NaN` equals itself, any two functions are equal,
 * and objects of different classes are not.
 */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other || (Number.isNaN(one) && Number.isNaN(other))) return true;
  if (typeof one === 'function') return typeof other === 'function';
  if (!isContainer(one) || !isContainer(other)) return false;
  if (one.constructor !== other.constructor) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
  );
}

/** Returns true for objects and lists, false for null and functions. */
function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
