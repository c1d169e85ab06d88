import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, Row } from '../row.ts';
import { startChromium } from './browser/chromium.ts';
import { arrivingRows, loadingRows, type Measuring, manyOfficesRows } from './browser-rows.ts';
import { drawingRows } from './drawing-rows.ts';
import { badInputRows, largeFormRows } from './large-form-rows.ts';
import { memoryRows } from './memory-rows.ts';
import { type BuiltPeers, buildPeers } from './peers/build-peers.ts';
import { weightRows } from './weight-rows.ts';

/**
 * The built service page beside the same form hand-written in React, as stock RJSF, and as plain HTML, all on
 * the same page with the same pictures and fonts. Figures are medians of 7 rounds (`--rounds 1` is a trial)
 * with their ranges. The browser's main thread is slowed 4 times, and its figures are processor time.
 */
export const pageBenches: Readonly<Record<string, Bench>> = {
  'page/arriving': inBrowser(arrivingRows),
  'page/loading': inBrowser(loadingRows),
  'page/many-offices': inBrowser(manyOfficesRows),
  'page/large-forms': inBrowser(largeFormRows),
  // A round takes a quarter of an hour.
  'page/bad-input': inBrowser(badInputRows, 1),
  'page/memory': inBrowser(memoryRows),
  'page/weight': async () => weightRows(await peers()),
  'page/drawing': async () => drawingRows(await peers()),
};

function inBrowser(rows: (measuring: Measuring) => Promise<readonly Row[]>, usualRounds = 7): Bench {
  return async ({ rounds = usualRounds }) => {
    const built = await peers();
    const browser = await startChromium();
    try {
      return await rows({ browser, built, rounds });
    } finally {
      await browser.close();
    }
  };
}

let building: Promise<BuiltPeers> | undefined;

/** Builds our page and the peers once per run. */
function peers(): Promise<BuiltPeers> {
  building ??= build();
  return building;
}

async function build(): Promise<BuiltPeers> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-peers-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return buildPeers(folder);
}
