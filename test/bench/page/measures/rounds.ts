import { median } from '../../row.ts';
import type { Contender } from '../contenders.ts';

/** How often each contender is measured: those that an aim is about more often than those that give the scale. */
export type RoundsOf = (contender: Contender) => number;

/** What was found of each contender, one entry a round. */
export interface Found<Figures> {
  /** The median of a figure; NaN for one that was not measured. */
  readonly median: (name: Contender['name'], figure: (figures: Figures) => number) => number;
  readonly all: (name: Contender['name']) => readonly Figures[];
}

/** Measures every contender in turn, again and again, each round in another order: what the machine does besides meets all alike. */
export async function interleaved<Figures>(
  contenders: readonly Contender[],
  roundsOf: RoundsOf,
  measure: (contender: Contender) => Promise<Figures>,
): Promise<Found<Figures>> {
  const found = new Map<Contender['name'], Figures[]>();
  const rounds = Math.max(...contenders.map(roundsOf));
  for (let round = 0; round < rounds; round += 1)
    for (const contender of rotated(contenders, round)) {
      if (round >= roundsOf(contender)) continue;
      const figures = found.get(contender.name) ?? [];
      found.set(contender.name, figures);
      figures.push(await measure(contender));
    }
  const all = (name: Contender['name']) => found.get(name) ?? [];
  return { all, median: (name, figure) => median(all(name).map(figure)) };
}

function rotated<Item>(items: readonly Item[], by: number): readonly Item[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
