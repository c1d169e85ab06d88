import type { Rule } from '../model/types.ts';

/** A cache of intermediate results of checks, in named slots with a few values each. */
export interface CheckCache {
  /**
   * Returns the cached value of a slot for a key, or computes and caches it. The key must contain everything
   * that the value depends on.
   */
  readonly getOrCompute: <Value>(slot: string, key: string, compute: () => Value) => Value;
  /**
   * As `getOrCompute`, for a key that depends on the value. `getKey` returns the current key of a value; a
   * cached value is returned if that is still the key under which it was cached.
   */
  readonly getOrComputeBy: <Value>(
    slot: string,
    getKey: (value: Value | undefined) => string,
    compute: () => Value,
  ) => Value;
  /** Returns the value of a slot that was used last, whatever its key; undefined if the slot is empty. */
  readonly getLatest: (slot: string) => unknown;
  /** Ends a round: slots that were not used in it are dropped. */
  readonly endRound: () => void;
}

/** Returns the rules without their descriptions, for a cache key: descriptions have no effect on results. */
export function removeDescriptions(rules: readonly Rule[]): readonly Omit<Rule, 'description'>[] {
  return rules.map(({ description: _description, ...rule }) => rule);
}

/** A cache that stores nothing: it computes each value anew. */
export const noCheckCache: CheckCache = {
  getOrCompute: (_slot, _key, compute) => compute(),
  getOrComputeBy: (_slot, _getKey, compute) => compute(),
  getLatest: () => undefined,
  endRound: () => {},
};

/** The number of values cached per slot. Undoing a change then finds the earlier value. */
const maxValuesPerSlot = 4;

interface CacheEntry {
  readonly key: string;
  readonly value: unknown;
}

/** Creates an empty cache with up to `maxValuesPerSlot` values per slot. */
export function createCheckCache(): CheckCache {
  let previousRound = new Map<string, readonly CacheEntry[]>();
  let currentRound = new Map(previousRound);
  /** Returns the entries of a slot, the one used last first; empty if this round and the last have none. */
  const listEntriesByLastUse = (slot: string) => currentRound.get(slot) ?? previousRound.get(slot) ?? [];
  /**
   * Stores an entry as the first of its slot in this round, and drops the entry used longest ago if there are
   * too many.
   */
  const storeAsLatestEntry = (slot: string, entry: CacheEntry) => {
    const others = listEntriesByLastUse(slot).filter(({ key }) => key !== entry.key);
    currentRound.set(slot, [entry, ...others].slice(0, maxValuesPerSlot));
  };
  const getOrComputeBy: CheckCache['getOrComputeBy'] = <Value>(
    slot: string,
    getKey: (value: Value | undefined) => string,
    compute: () => Value,
  ) => {
    const cached = listEntriesByLastUse(slot).find(({ key, value }) => key === getKey(value as Value));
    if (cached !== undefined) {
      storeAsLatestEntry(slot, cached);
      return cached.value as Value;
    }
    const value = compute();
    storeAsLatestEntry(slot, { key: getKey(value), value });
    return value;
  };
  return {
    getOrCompute: (slot, key, compute) => getOrComputeBy(slot, () => key, compute),
    getOrComputeBy,
    getLatest: (slot) => listEntriesByLastUse(slot)[0]?.value,
    endRound() {
      previousRound = currentRound;
      currentRound = new Map();
    },
  };
}
