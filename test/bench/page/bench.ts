import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { browserFlags, findBrowser } from '../../support/browser.ts';
import buildSite from '../../support/build.ts';
import type { Bench, Row } from '../row.ts';
import { arrivingRows, largeFormRows, loadingRows, manyOfficesRows } from './browser-rows.ts';
import { measureDrawing } from './measures/drawing.ts';
import { type BuiltPeers, buildPeers } from './peers/build-peers.ts';

/**
 * The built service page beside the same form hand-written in React, as stock RJSF, and as plain HTML, all on the same page with the
 * same pictures and fonts. Figures are medians; a browser's main thread is slowed 4 times, and its figures are time on a processor.
 */
export const bench: Bench = async () => {
  buildSite();
  const folder = mkdtempSync(join(tmpdir(), 'slipway-peers-'));
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...browserFlags] });
  try {
    const built = await buildPeers(folder);
    return [...(await browserRows(browser, built)), ...(await drawingRows(built))];
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

async function browserRows(browser: Browser, built: BuiltPeers): Promise<readonly Row[]> {
  return [
    ...(await arrivingRows(browser, built)),
    ...(await loadingRows(browser, built)),
    ...(await manyOfficesRows(browser, built)),
    ...(await largeFormRows(browser)),
  ];
}

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
