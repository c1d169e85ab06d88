import type { Id } from './types.ts';

/**
 * Returns true if two ids are equal. Numbers and strings are compared as strings (docs/behaviour.md, "Offered
 * offices"): `isSameId(119, '119') // true`.
 */
export function isSameId(one: Id, other: Id): boolean {
  return String(one) === String(other);
}
