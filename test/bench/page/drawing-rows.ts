import type { Row } from '../row.ts';
import { measureDrawing } from './measures/drawing.ts';
import type { BuiltPeers } from './peers/build-peers.ts';

/** What drawing our page costs the server. */
export async function drawingRows(built: BuiltPeers): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const count of [120, 3_000]) {
    const { ours, kept, byHand } = await measureDrawing(count, built);
    const common = { theirs: byHand, unit: 'pages/s' };
    rows.push(
      {
        what: `server drawing, ${count} offices: our whole page anew`,
        ours,
        ...common,
        aim: { above: 0.6 },
      },
      { what: `server drawing, ${count} offices: as served, unchanged parts kept`, ours: kept, ...common },
    );
  }
  return rows;
}
