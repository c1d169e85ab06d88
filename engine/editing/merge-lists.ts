import { isSameJson } from '../json-schema/values.ts';
import type { Json } from '../types.ts';

/** A list as it was, and as two sides have made it. */
export interface ListVersions {
  readonly before: readonly Json[];
  readonly after: readonly Json[];
  readonly current: readonly Json[];
}

/**
 * Puts two changes of one list together: what one side took away is gone, what one added is there, in the order of the side that moved
 * something. Undefined where both moved the same items, or an item stands twice: a person has to choose.
 */
export function mergeLists({ before, after, current }: ListVersions): readonly Json[] | undefined {
  if ([before, after, current].some(hasTwice)) return undefined;
  const common = (list: readonly Json[]) =>
    list.filter((item) => has(before, item) && has(after, item) && has(current, item));
  const [was, mine, theirs] = [common(before), common(after), common(current)];
  const isMoved = !isSameJson(was, mine);
  if (isMoved && !isSameJson(was, theirs)) return undefined;
  const [leading, other] = isMoved ? [after, current] : [current, after];
  const merged = leading.filter((item) => !has(before, item) || has(other, item));
  for (const [index, item] of other.entries()) {
    if (has(before, item) || has(leading, item)) continue;
    const previous = other.slice(0, index).findLast((one) => has(merged, one));
    merged.splice(previous === undefined ? 0 : indexIn(merged, previous) + 1, 0, item);
  }
  return merged;
}

function indexIn(list: readonly Json[], item: Json): number {
  return list.findIndex((one) => isSameJson(one, item));
}

function has(list: readonly Json[], item: Json): boolean {
  return indexIn(list, item) >= 0;
}

function hasTwice(list: readonly Json[]): boolean {
  return list.some((item, index) => indexIn(list, item) !== index);
}
