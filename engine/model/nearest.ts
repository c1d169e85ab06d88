import leven from 'leven';

/**
 * Returns the known name with the smallest edit distance from a wrong one, the first by alphabet if several
 * are equal. Undefined if the distance is more than 2 and more than a third of the length of the wrong name,
 * or if no name is known. Letter case does not matter.
 */
export function findNearestName(wrong: string, known: Iterable<string>): string | undefined {
  const ranked = [...known].map((name) => ({
    name,
    distance: leven(wrong.toLowerCase(), name.toLowerCase()),
  }));
  const best = ranked.sort(
    (one, other) => one.distance - other.distance || one.name.localeCompare(other.name, 'en'),
  )[0];
  return best && best.distance <= Math.max(2, wrong.length / 3) ? best.name : undefined;
}

/**
 * Returns the advice for an unknown name, for the end of a message: `the nearest is "name"`, and that name as
 * `nearest`. If no known name is similar, the advice is `otherwise`.
 */
export function adviseOnName(
  wrong: string,
  known: Iterable<string>,
  otherwise: string,
): { readonly advice: string; readonly nearest?: string } {
  const nearest = findNearestName(wrong, known);
  return nearest === undefined ? { advice: otherwise } : { advice: `the nearest is "${nearest}"`, nearest };
}

/**
 * Returns an error about an unknown name. Its message proposes a similar known name, else lists the known
 * ones.
 * @param action The action that fails: `read a scenario`.
 * @param kind The kind of thing that has the name: `enquiry type`.
 */
export function createUnknownNameError(
  action: string,
  kind: string,
  { name, known }: { readonly name: string; readonly known: readonly string[] },
): Error {
  const { advice } = adviseOnName(name, known, `the known ones are ${known.join(', ')}`);
  return new Error(`Cannot ${action}: unknown ${kind} "${name}"; ${advice}`);
}
