import { afterAll, beforeAll } from 'vitest';
import { cdp } from 'vitest/browser';

// Runs before each test file in a browser.

/** What is needed of a session of Chromium's developer tools; the type of the provider knows no commands. */
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

/** Returns the processor time in seconds of the page's process. */
async function processSeconds(): Promise<number> {
  const { metrics } = await devTools().send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ProcessTime')?.value ?? 0;
}
