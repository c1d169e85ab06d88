/**
 * Returns the first item with a name. A long list is indexed once and cached as long as the list exists:
 * `findByName(plan.fields, 'message')?.label // 'Message'`.
 */
export function byName<Named extends { readonly name: string }>(
  all: readonly Named[],
  name: string,
): Named | undefined {
  if (all.length < fewestKept) return all.find((one) => one.name === name);
  let found = kept.get(all);
  if (found === undefined) {
    found = new Map(all.toReversed().map((one) => [one.name, one]));
    kept.set(all, found);
  }
  return found.get(name) as Named | undefined;
}

/** Below this length a linear search is as fast. */
const fewestKept = 50;
const kept = new WeakMap<object, ReadonlyMap<string, unknown>>();
