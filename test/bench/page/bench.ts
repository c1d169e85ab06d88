import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, Row } from '../row.ts';
import { startChromium } from './browser/chromium.ts';
import { measureDrawingRows } from './drawing-rows.ts';
import { measureBadInputRows, measureLargeFormRows } from './large-form-rows.ts';
import type { Measuring } from './measures/rounds.ts';
import { measureMemoryRows } from './memory-rows.ts';
import { type BuiltPeers, buildPeers } from './peers/build-peers.ts';
import { measureTouchRows } from './touch-rows.ts';
import { measureWeightRows } from './weight-rows.ts';

/**
 * The built service page beside the same form hand-written in React, as stock RJSF, and as plain HTML, all on
 * the same page with the same pictures and fonts. Figures are medians of 7 rounds (`--rounds 1` is a trial)
 * with their ranges. The browser's main thread is slowed 4 times, and its figures are processor time.
 */
export const pageBenches: Readonly<Record<string, Bench>> = {
  'page/touch': createBrowserBench(measureTouchRows),
  'page/large-forms': createBrowserBench(measureLargeFormRows),
  // A round takes a quarter of an hour.
  'page/bad-input': createBrowserBench(measureBadInputRows, 1),
  'page/memory': createBrowserBench(measureMemoryRows),
  'page/weight': async () => measureWeightRows(await getBuiltPeers()),
  'page/drawing': async () => measureDrawingRows(await getBuiltPeers()),
};

function createBrowserBench(rows: (measuring: Measuring) => Promise<readonly Row[]>, usualRounds = 7): Bench {
  return async ({ rounds = usualRounds }) => {
    const built = await getBuiltPeers();
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
function getBuiltPeers(): Promise<BuiltPeers> {
  building ??= buildAll();
  return building;
}

async function buildAll(): Promise<BuiltPeers> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-peers-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return buildPeers(folder);
}
