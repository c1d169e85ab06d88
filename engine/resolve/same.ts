import { isObject } from '../json-schema/values.ts';

/** The former of two JSON values where both say the same. */
export function kept<Value>(former: Value, next: Value): Value {
  return isAlike(former, next) ? former : next;
}

/** A list with the former item at each place where that says the same; the former list where all do. */
export function keptItems<Item>(former: readonly Item[], next: readonly Item[]): readonly Item[] {
  const items = next.map((item, place) => {
    const known = former[place];
    return known === undefined ? item : kept(known, item);
  });
  const isSame = former.length === items.length && items.every((item, place) => item === former[place]);
  return isSame ? former : items;
}

/** Whether two JSON values are written alike, the keys of objects in the same order; what is the same object is not looked into. */
export function isAlike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, place) => isAlike(item, other[place]));
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  const otherNames = Object.keys(other);
  return (
    names.length === otherNames.length &&
    names.every((name, place) => name === otherNames[place] && isAlike(one[name], other[name]))
  );
}
