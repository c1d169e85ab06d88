import { getMedian, type RoundFigures } from '../../row.ts';
import type { Chromium } from '../browser/chromium.ts';
import type { Contender } from '../contenders.ts';
import type { BuiltPeers } from '../peers/build-peers.ts';

export interface Measuring {
  readonly browser: Chromium;
  readonly built: BuiltPeers;
  /** The number of measurements for each figure. */
  readonly rounds: number;
}

/** The number of rounds of a contender: those with an aim are measured more often than those for scale. */
export type CountRounds<One = Contender> = (contender: One) => number;

/** The results of each contender, one entry per round. */
export interface RoundResults<Figures, Name = Contender['name']> {
  /** The median of a figure; NaN for a contender that was not measured. */
  readonly median: (name: Name, figure: (figures: Figures) => number) => number;
  /** A figure of one contender, beside that of another, for `createRoundRow`. */
  readonly rounds: (
    figure: (figures: Figures) => number,
    ours: Name,
    theirs?: Name,
  ) => Pick<RoundFigures, 'ours' | 'theirs'>;
  readonly all: (name: Name) => readonly Figures[];
}

/**
 * Measures all contenders alternately, with the order rotated each round, so that other load on the machine
 * affects all equally.
 */
export async function measureInterleaved<Figures, One extends { readonly name: string } = Contender>(
  contenders: readonly One[],
  howOften: number | CountRounds<One>,
  measure: (contender: One) => Promise<Figures>,
): Promise<RoundResults<Figures, One['name']>> {
  const roundsOf = typeof howOften === 'number' ? () => howOften : howOften;
  const found = new Map<One['name'], Figures[]>();
  const rounds = Math.max(...contenders.map(roundsOf));
  for (let round = 0; round < rounds; round += 1)
    for (const contender of rotateItems(contenders, round)) {
      if (round >= roundsOf(contender)) continue;
      const figures = found.get(contender.name) ?? [];
      found.set(contender.name, figures);
      figures.push(await measure(contender));
    }
  const all = (name: One['name']) => found.get(name) ?? [];
  return {
    all,
    median: (name, figure) => getMedian(all(name).map(figure)),
    rounds: (figure, ours, theirs) => ({
      ours: all(ours).map(figure),
      ...(theirs && { theirs: all(theirs).map(figure) }),
    }),
  };
}

function rotateItems<Item>(items: readonly Item[], by: number): readonly Item[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
