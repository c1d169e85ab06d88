import type { Change, Patch } from '#engine/editing/index.ts';

/** Whether something is a change as far as its shape goes: what it says is held against the documents. */
export function isChange(value: unknown): value is Change {
  const { id, title, patches, settles } = Object(value) as Partial<Change>;
  return (
    typeof id === 'string' &&
    id.length <= 100 &&
    (settles === undefined || typeof settles === 'string') &&
    typeof title?.key === 'string' &&
    arePatches(patches)
  );
}

/** Whether something is a list of patches, at least one, as far as its shape goes. */
export function arePatches(patches: unknown): patches is readonly Patch[] {
  return (
    Array.isArray(patches) &&
    patches.length > 0 &&
    patches.every(
      (patch: unknown) =>
        typeof Object(patch).file === 'string' &&
        /^[\w-]+(?:\/[\w-]+)*\.json$/.test(Object(patch).file) &&
        Array.isArray(Object(patch).path) &&
        Object(patch).path.every((key: unknown) => typeof key === 'string' && key !== '__proto__') &&
        !hasPrototype(Object(patch).after),
    )
  );
}

/** Whether a key `__proto__` stands anywhere in a value: no document has one, and some programs take it for more than a name. */
function hasPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototype);
}
