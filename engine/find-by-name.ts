/**
 * Returns the first item with a name. A long list is indexed once and cached as long as the list exists:
 * `findByName(plan.fields, 'message')?.label // 'Message'`.
 */
export function findByName<Named extends { readonly name: string }>(
  all: readonly Named[],
  name: string,
): Named | undefined {
  if (all.length < minIndexedLength) return all.find((one) => one.name === name);
  let found = indexByList.get(all);
  if (found === undefined) {
    found = new Map(all.toReversed().map((one) => [one.name, one]));
    indexByList.set(all, found);
  }
  return found.get(name) as Named | undefined;
}

/** Below this length a linear search is as fast. */
const minIndexedLength = 50;
const indexByList = new WeakMap<object, ReadonlyMap<string, unknown>>();
