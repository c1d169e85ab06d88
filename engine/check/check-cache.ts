import type { Rule } from '../types.ts';

export interface CheckCache {
  /**
   * Returns the cached value of a slot for a key, or computes and caches it. The key must contain everything
   * that the value depends on.
   */
  readonly getOrCompute: <Made>(place: string, key: string, make: () => Made) => Made;
  /**
   * As `getOrCompute`, for a key that depends on the value: `keyOf` returns the key of a cached value, and of
   * `undefined` if there is none.
   */
  readonly getOrComputeBy: <Made>(
    place: string,
    keyOf: (made: Made | undefined) => string,
    make: () => Made,
  ) => Made;
  /** Returns the value that was cached last in a slot, whatever its key. */
  readonly getLatest: (place: string) => unknown;
  /** Ends a round: slots that were not used in it are dropped. */
  readonly endRound: () => void;
}

/** Returns the rules without their descriptions, which decide nothing and do not belong into a cache key. */
export function removeDescriptions(rules: readonly Rule[]): readonly Omit<Rule, 'description'>[] {
  return rules.map(({ description: _told, ...rule }) => rule);
}

export const noCheckCache: CheckCache = {
  getOrCompute: (_place, _key, make) => make(),
  getOrComputeBy: (_place, _keyOf, make) => make(),
  getLatest: () => undefined,
  endRound: () => {},
};

/** The number of values cached per slot. Undoing a change then finds the earlier value. */
const maxValuesPerSlot = 4;

interface CacheEntry {
  readonly key: string;
  readonly made: unknown;
}

/** Creates a cache that drops what the last round did not use. */
export function createCheckCache(): CheckCache {
  let before = new Map<string, readonly CacheEntry[]>();
  let now = new Map(before);
  const getEntries = (place: string) => now.get(place) ?? before.get(place) ?? [];
  const storeEntry = (place: string, kept: CacheEntry) => {
    const others = getEntries(place).filter(({ key }) => key !== kept.key);
    now.set(place, [kept, ...others].slice(0, maxValuesPerSlot));
  };
  const getOrComputeBy: CheckCache['getOrComputeBy'] = <Made>(
    place: string,
    keyOf: (made: Made | undefined) => string,
    make: () => Made,
  ) => {
    const known = getEntries(place).find(({ key, made }) => key === keyOf(made as Made));
    if (known !== undefined) {
      storeEntry(place, known);
      return known.made as Made;
    }
    const made = make();
    storeEntry(place, { key: keyOf(made), made });
    return made;
  };
  return {
    getOrCompute: (place, key, make) => getOrComputeBy(place, () => key, make),
    getOrComputeBy,
    getLatest: (place) => getEntries(place)[0]?.made,
    endRound() {
      before = now;
      now = new Map();
    },
  };
}
