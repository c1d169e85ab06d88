import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { drawsEverything } from '../../../support/all-drawn.ts';

/** What a visit is made under. */
export interface Conditions {
  /** How many times slower the main thread is. */
  readonly cpuSlowdown: number;
  readonly network: 'fast' | 'slow';
  /** A browser that does not know `content-visibility`. */
  readonly isAllDrawn?: boolean;
}

/** A phone of three years, by the measure, near and far from its mast. */
export const fastVisit: Conditions = { cpuSlowdown: 4, network: 'fast' };
export const slowVisit: Conditions = { cpuSlowdown: 4, network: 'slow' };

/** One visitor's browser on one page, with an empty cache. */
export interface Visit {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** Runs a function in the page, and waits for its promise; Playwright's own way costs the main thread some ten milliseconds. */
  readonly ask: <Given, Answer>(
    question: (given: Given) => Answer | Promise<Answer>,
    given: Given,
  ) => Promise<Answer>;
  /** What the main thread has done since the visit began. */
  readonly spent: () => Promise<MainThread>;
  /** Resolves when the main thread has rested for a while. */
  readonly settled: () => Promise<void>;
}

/** Time of the main thread by what it was for, in milliseconds; waiting for a processor does not count. */
export interface MainThread {
  /** Everything, the parts below among it. */
  readonly total: number;
  readonly script: number;
  /** Style and layout. */
  readonly layout: number;
}

/** Makes a visit: a fresh profile that has the origin's process already, and nothing of the page. */
export async function visit<Found>(
  browser: Browser,
  address: string,
  { cpuSlowdown, network, isAllDrawn }: Conditions,
  task: (visit: Visit) => Promise<Found>,
): Promise<Found> {
  const context = await browser.newContext({ viewport: { width: 412, height: 915 }, deviceScaleFactor: 2 });
  try {
    // Far more than is drawn well takes a slow phone minutes; what it takes is for the rows to say.
    context.setDefaultTimeout(300_000);
    const page = await context.newPage();
    // The counters start with the process, and another origin's would be another process.
    await page.goto(new URL('/favicon.svg', address).href);
    if (isAllDrawn) await drawsEverything(page);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await cdp.send('Network.enable');
    if (network === 'slow') await cdp.send('Network.emulateNetworkConditions', slowNetwork);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    const spent = () => mainThreadOf(cdp);
    return await task({ page, cdp, ask: asking(cdp), spent, settled: () => settled(spent) });
  } finally {
    await context.close();
  }
}

/** 150 ms, 1.6 Mbit/s down, 750 kbit/s up. */
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

function asking(cdp: CDPSession): Visit['ask'] {
  return async (question, given) => {
    const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
      expression: `(${question})(${JSON.stringify(given)})`,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
}

async function mainThreadOf(cdp: CDPSession): Promise<MainThread> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const ms = (name: string) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN);
  return {
    total: ms('TaskDuration'),
    script: ms('ScriptDuration'),
    layout: ms('LayoutDuration') + ms('RecalcStyleDuration'),
  };
}

const pauseMs = 120;

/** Asking costs the main thread a little as well, which is no work of the page. */
const restingMs = 4;

async function settled(spent: () => Promise<MainThread>): Promise<void> {
  let rests = 0;
  for (let former = (await spent()).total; rests < 2; ) {
    await wait(pauseMs);
    const { total } = await spent();
    rests = total - former < restingMs ? rests + 1 : 0;
    former = total;
  }
}

/** What was done between two readings. */
export function between(before: MainThread, after: MainThread): MainThread {
  return {
    total: after.total - before.total,
    script: after.script - before.script,
    layout: after.layout - before.layout,
  };
}
