import { memoizeByObject } from '#engine/model/memoize.ts';

/**
 * Returns the cached value of an object under a name. If there is none, creates it with `make` and caches it,
 * as long as the object lives and it is not the oldest of too many. Undefined is not cached.
 */
export type NamedCache<Of extends object, Made> = (of: Of, name: string, make: () => Made) => Made;

/**
 * Creates a cache of values by object and name.
 * @param mostNames The most names per object. A further one replaces the oldest.
 */
export function createNamedCache<Of extends object, Made>(mostNames: number): NamedCache<Of, Made> {
  const getNamed = memoizeByObject((_of: Of) => new Map<string, Made>());
  return (of, name, make) => {
    const named = getNamed(of);
    const found = named.get(name);
    if (found !== undefined) return found;
    const made = make();
    if (named.size >= mostNames) named.delete(named.keys().next().value ?? '');
    named.set(name, made);
    return made;
  };
}
