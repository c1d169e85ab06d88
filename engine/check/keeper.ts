import type { Rule } from '../types.ts';

/** Caches computed values by slot and key. */
export interface Keeper {
  /**
   * Returns the cached value of a slot for a key, or computes and caches it. The key must contain everything
   * that the value depends on.
   */
  readonly keep: <Made>(place: string, key: string, make: () => Made) => Made;
  /**
   * As `getOrCompute`, for a key that depends on the value: `keyOf` returns the key of a cached value, and of
   * `undefined` if there is none.
   */
  readonly keepBy: <Made>(place: string, keyOf: (made: Made | undefined) => string, make: () => Made) => Made;
  /** Returns the value that was cached last in a slot, whatever its key. */
  readonly last: (place: string) => unknown;
  /** Ends a round: slots that were not used in it are dropped. */
  readonly endRound: () => void;
}

/** Returns the rules without their descriptions, which decide nothing and do not belong into a cache key. */
export function decisive(rules: readonly Rule[]): readonly Omit<Rule, 'description'>[] {
  return rules.map(({ description: _told, ...rule }) => rule);
}

export const keepingNothing: Keeper = {
  keep: (_place, _key, make) => make(),
  keepBy: (_place, _keyOf, make) => make(),
  last: () => undefined,
  endRound: () => {},
};

/** The number of values cached per slot. Undoing a change then finds the earlier value. */
const keptOfEach = 4;

interface Kept {
  readonly key: string;
  readonly made: unknown;
}

/** Creates a cache that drops what the last round did not use. */
export function newKeeper(): Keeper {
  let before = new Map<string, readonly Kept[]>();
  let now = new Map(before);
  const at = (place: string) => now.get(place) ?? before.get(place) ?? [];
  const put = (place: string, kept: Kept) => {
    const others = at(place).filter(({ key }) => key !== kept.key);
    now.set(place, [kept, ...others].slice(0, keptOfEach));
  };
  const keepBy: Keeper['keepBy'] = <Made>(
    place: string,
    keyOf: (made: Made | undefined) => string,
    make: () => Made,
  ) => {
    const known = at(place).find(({ key, made }) => key === keyOf(made as Made));
    if (known !== undefined) {
      put(place, known);
      return known.made as Made;
    }
    const made = make();
    put(place, { key: keyOf(made), made });
    return made;
  };
  return {
    keep: (place, key, make) => keepBy(place, () => key, make),
    keepBy,
    last: (place) => at(place)[0]?.made,
    endRound() {
      before = now;
      now = new Map();
    },
  };
}
