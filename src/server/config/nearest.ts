import leven from 'leven';

/** The known name that is most like the given one, absent where none is near: `nearest('SLIPWAY_DAT', ['SLIPWAY_DATA']) // 'SLIPWAY_DATA'`. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({ candidate, distance: leven(name, candidate) }))
    .filter(({ distance }) => distance <= Math.max(2, name.length / 3))
    .sort((a, b) => a.distance - b.distance);
  return best?.candidate;
}
