/**
 * Of things with names the first of a name; of a long list found at once, however often it is asked, for as long as the list lives.
 * `byName(plan.fields, 'message')?.label // 'Message'`
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

/** Below this to look is as quick. */
const fewestKept = 50;
const kept = new WeakMap<object, ReadonlyMap<string, unknown>>();
