import { memoizeByObject } from './memoize.ts';

/**
 * Returns the first item with a name: `findByName(plan.fields, 'message')?.label // 'Message'`. The names of
 * a long list are indexed once and cached as long as the list exists.
 */
export function findByName<Named extends { readonly name: string }>(
  all: readonly Named[],
  name: string,
): Named | undefined {
  if (all.length < minIndexedLength) return all.find((one) => one.name === name);
  return indexNames(all).get(name) as Named | undefined;
}

/** Below this length a linear search is as fast. */
const minIndexedLength = 50;
/** Returns the items of a list by name; of several with the same name, the first. Cached by list. */
const indexNames = memoizeByObject(
  (all: readonly { readonly name: string }[]): ReadonlyMap<string, unknown> =>
    new Map(all.toReversed().map((one) => [one.name, one])),
);
