import type { Row } from '../row.ts';
import { measureWeights } from './measures/weight.ts';
import type { BuiltPeers } from './peers/build-peers.ts';

/** Measures the size of each response, and of the fragments that are loaded once. */
export async function measureWeightRows(built: BuiltPeers): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const count of [120, 3_000]) {
    const weights = await measureWeights(count, built);
    const of = (name: 'ours' | 'plain' | 'handWritten') => weights.get(name) ?? { page: Number.NaN, part: 0 };
    const { page, part } = of('ours');
    const what = `${count.toLocaleString('en')} offices, brotli:`;
    const byHand = of('handWritten').page;
    rows.push(
      {
        what: `${what} the page (plain HTML, one type's offices)`,
        ours: page,
        theirs: of('plain').page,
        unit: 'kB',
        // A short list weighs less than the data of any form.
        ...(count > 1_000 && { aim: { below: 1.3 } }),
      },
      {
        what: `${what} the page and what travels beside it (all offices)`,
        ours: page + part,
        theirs: byHand,
        unit: 'kB',
        ...(count > 1_000 && { aim: { below: 1.3 } }),
      },
      { what: `${what} of that beside it, once for all pages and visits`, ours: part, unit: 'kB' },
    );
  }
  return rows;
}
