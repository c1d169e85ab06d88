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
