/** How many levels of lists and objects a document may have: far more than anybody writes, far fewer than a call stack holds. */
export const mostLevels = 100;

/** Whether a JSON value has more levels of lists and objects than a document may. Looks level by level, so that no depth breaks it. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= mostLevels; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0) return false;
  }
  return true;
}
