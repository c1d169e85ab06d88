import { createRoundRow, type Row } from '../row.ts';
import { type Drawing, measureDrawing } from './measures/drawing.ts';
import type { BuiltPeers } from './peers/build-peers.ts';

const drawings: Readonly<Record<Exclude<keyof Drawing, 'byHand'>, string>> = {
  anew: 'our whole page, drawn anew',
  answers: 'our whole answer to a post',
  resumed: 'our whole page with saved answers',
  kept: 'as sent to who has entered nothing, kept',
};

export async function measureDrawingRows(built: BuiltPeers): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const count of [120, 3_000]) {
    const found = await measureDrawing(count, built);
    for (const name of Object.keys(drawings) as (keyof typeof drawings)[])
      rows.push(
        createRoundRow({
          what: `server drawing, ${count} offices: ${drawings[name]}`,
          ours: found[name],
          theirs: found.byHand,
          unit: 'pages/s',
          aim: { above: 0.3 },
        }),
      );
  }
  return rows;
}
