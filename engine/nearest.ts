import leven from 'leven';

/** The nearest known name by edit distance; undefined where none comes near. */
export function nearestOf(wrong: string, known: Iterable<string>): string | undefined {
  const ranked = [...known].map((name) => ({
    name,
    distance: leven(wrong.toLowerCase(), name.toLowerCase()),
  }));
  const best = ranked.sort(
    (one, other) => one.distance - other.distance || one.name.localeCompare(other.name, 'en'),
  )[0];
  return best && best.distance <= Math.max(2, wrong.length / 3) ? best.name : undefined;
}

/** What to do about an unknown name: `the nearest is "name"`, with that name, or something else where none comes near. */
export function nearestAdvice(
  wrong: string,
  known: Iterable<string>,
  otherwise: string,
): { readonly advice: string; readonly nearest?: string } {
  const nearest = nearestOf(wrong, known);
  return nearest === undefined ? { advice: otherwise } : { advice: `the nearest is "${nearest}"`, nearest };
}
