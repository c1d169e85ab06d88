import { isObject } from '../json-schema/values.ts';

/**
 * Returns the former value if the next one is equal by `isEqualJson`, so that it stays the same object; else
 * the next one.
 */
export function reuseIfEqual<Value>(former: Value, next: Value): Value {
  return isEqualJson(former, next) ? former : next;
}

/**
 * Returns the next list with the former item wherever both are equal at the same index, or the former list
 * itself if all are and none was added or removed.
 */
export function reuseEqualItems<Item>(former: readonly Item[], next: readonly Item[]): readonly Item[] {
  const items = next.map((item, place) => {
    const known = former[place];
    return known === undefined ? item : reuseIfEqual(known, item);
  });
  const isSame = former.length === items.length && items.every((item, place) => item === former[place]);
  return isSame ? former : items;
}

/**
 * Returns true if two JSON values are equal, including the order of keys. Identical objects are not compared
 * in depth.
 */
export function isEqualJson(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, place) => isEqualJson(item, other[place]));
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  const otherNames = Object.keys(other);
  return (
    names.length === otherNames.length &&
    names.every((name, place) => name === otherNames[place] && isEqualJson(one[name], other[name]))
  );
}
