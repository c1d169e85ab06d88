import type { Rule } from '../types.ts';

/** Keeps what was made of something, as long as it is made of the same. */
export interface Keeper {
  /**
   * What `make` gives, or what it gave when the same place had the same key lately. What decides the outcome stands in the key.
   */
  readonly keep: <Made>(place: string, key: string, make: () => Made) => Made;
  /** As `keep`, where the key depends on what is made: `keyOf` gives it for the outcome, and for none yet. */
  readonly keepBy: <Made>(place: string, keyOf: (made: Made | undefined) => string, make: () => Made) => Made;
  /** What was last kept at a place, whatever it was made of. */
  readonly last: (place: string) => unknown;
  /** A round ends: places that it did not ask for are forgotten. */
  readonly endRound: () => void;
}

/** Rules as keys have them: what is told to people of a rule decides nothing. */
export function decisive(rules: readonly Rule[]): readonly Omit<Rule, 'description'>[] {
  return rules.map(({ description: _told, ...rule }) => rule);
}

/** Makes everything anew. */
export const keepingNothing: Keeper = {
  keep: (_place, _key, make) => make(),
  keepBy: (_place, _keyOf, make) => make(),
  last: () => undefined,
  endRound: () => {},
};

/** How many outcomes of one place are kept: who undoes a change finds what was there before. */
const keptOfEach = 4;

interface Kept {
  readonly key: string;
  readonly made: unknown;
}

/** Keeps what the last round asked for, and a few outcomes before. */
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
