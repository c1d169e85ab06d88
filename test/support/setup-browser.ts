import { afterAll, beforeAll } from 'vitest';
import { cdp } from 'vitest/browser';

// Runs before each test file in a browser.

/** The used part of a Chromium DevTools session; the type of the provider has no commands. */
interface DevTools {
  send(command: 'Performance.enable'): Promise<unknown>;
  send(command: 'Performance.getMetrics'): Promise<{ readonly metrics: readonly Metric[] }>;
}

interface Metric {
  readonly name: string;
  readonly value: number;
}

let before = 0;

beforeAll(async () => {
  // Files run in one tab, and a form that is removed writes its draft.
  sessionStorage.clear();
  // A form sends the enquiries that wait, also those of another file.
  localStorage.clear();
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('slipway-outbox').onsuccess = resolve;
  });
  await devTools().send('Performance.enable');
  before = await processSeconds();
});

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures a hook needs.
afterAll(async ({}, { file }) => {
  file.meta.processorSeconds = (await processSeconds()) - before;
});

function devTools(): DevTools {
  return cdp() as unknown as DevTools;
}

async function processSeconds(): Promise<number> {
  const { metrics } = await devTools().send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ProcessTime')?.value ?? 0;
}
