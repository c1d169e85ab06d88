import leven from 'leven';

/**
 * Returns the known name with the smallest edit distance, or undefined if more than 2 characters and more
 * than a third of the name differ. Letter case does not matter.
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
 * Returns the advice for an unknown name: `the nearest is "name"`, or `otherwise` if no known name is
 * similar.
 */
export function adviseOnName(
  wrong: string,
  known: Iterable<string>,
  otherwise: string,
): { readonly advice: string; readonly nearest?: string } {
  const nearest = findNearestName(wrong, known);
  return nearest === undefined ? { advice: otherwise } : { advice: `the nearest is "${nearest}"`, nearest };
}
