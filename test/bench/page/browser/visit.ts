import { setTimeout as wait } from 'node:timers/promises';
import { removeContentVisibility } from '../../../support/no-content-visibility.ts';
import type { Chromium, Session } from './chromium.ts';

export interface Conditions {
  /** The slowdown factor of the main thread. */
  readonly cpuSlowdown: number;
  readonly network: 'fast' | 'slow';
  /** True for a browser that does not support `content-visibility`. */
  readonly isAllDrawn?: boolean;
}

/** A three-year-old phone, with a good and with a poor network. */
export const fastVisit: Conditions = { cpuSlowdown: 4, network: 'fast' };
export const slowVisit: Conditions = { cpuSlowdown: 4, network: 'slow' };

/** A browser on a page, with an empty cache. */
export interface Visit {
  readonly cdp: Session;
  /** Resolves when a page has loaded. */
  readonly goTo: (address: string) => Promise<void>;
  /** Runs a function in every page before its own scripts. */
  readonly prepare: <Given>(script: (given: Given) => void, given: Given) => Promise<void>;
  /** Runs a function in the page, and awaits its promise. */
  readonly ask: <Given, Answer>(
    question: (given: Given) => Answer | Promise<Answer>,
    given: Given,
  ) => Promise<Answer>;
  /**
   * Resolves with the frame in which a condition of the page is true.
   * @throws If it is not true in time.
   */
  readonly seen: <Given>(isSo: (given: Given) => boolean, given: Given, patienceMs?: number) => Promise<void>;
  /** Returns the work of the main thread since the visit began. */
  readonly spent: () => Promise<MainThread>;
  /** Resolves when the main thread has been idle for a while. */
  readonly settled: () => Promise<void>;
  /**
   * Resolves when the network has been idle for a while. On a fast network only after `Network.enable`, with which the
   * main thread also decodes what was fetched, for developer tools.
   */
  readonly fetched: () => Promise<void>;
}

/** Processor time of the main thread in milliseconds, by kind. */
export interface MainThread {
  /** The sum, including the parts below. */
  readonly total: number;
  readonly script: number;
  /** Style and layout. */
  readonly layout: number;
}

/** Oversized forms take a slow phone minutes, which the rows must be able to report. */
const patienceMs = 300_000;

/**
 * Makes a visit with a fresh profile, whose process for the origin exists already and has loaded nothing of
 * the page.
 */
export async function openVisit<Found>(
  browser: Chromium,
  address: string,
  { cpuSlowdown, network, isAllDrawn }: Conditions,
  task: (visit: Visit) => Promise<Found>,
): Promise<Found> {
  const { browserContextId } = await browser.send('Target.createBrowserContext');
  try {
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const cdp = await browser.attach(targetId);
    await cdp.send('Page.enable');
    await cdp.send('Emulation.setDeviceMetricsOverride', phone);
    await cdp.send('Emulation.setScrollbarsHidden', { hidden: true });
    await cdp.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    const goTo = createGoTo(cdp);
    // The counters start with the process, and another origin would have another process.
    await goTo(new URL('/favicon.svg', address).href);
    if (isAllDrawn) await drawEverything(cdp);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    if (network === 'slow') {
      await cdp.send('Network.enable');
      await cdp.send('Network.emulateNetworkConditions', slowNetwork);
    }
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    const spent = () => readMainThread(cdp);
    return await task({
      cdp,
      goTo,
      async prepare(script, given) {
        await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: toCallExpression(script, given) });
      },
      ask: createAsk(cdp),
      seen: createSeenWait(cdp),
      spent,
      settled: () => awaitIdle(spent),
      fetched: createFetchedWait(cdp),
    });
  } finally {
    await browser.send('Target.disposeBrowserContext', { browserContextId });
  }
}

const phone = { width: 412, height: 915, deviceScaleFactor: 2, mobile: false };

function createGoTo(cdp: Session): Visit['goTo'] {
  return async (url) => {
    const isLoaded = new Promise<true>((resolve) => cdp.once('Page.loadEventFired', () => resolve(true)));
    const { errorText } = await cdp.send('Page.navigate', { url });
    if (errorText) throw new Error(`Cannot visit ${url}: ${errorText}`);
    const ending = new AbortController();
    const tooLate = wait(patienceMs, false as const, { signal: ending.signal });
    tooLate.catch(() => undefined);
    const isThere = await Promise.race([isLoaded, tooLate]);
    ending.abort();
    if (!isThere) throw new Error(`${url} was not loaded within ${patienceMs / 1000} s`);
  };
}

/** Draws pages as in a browser that does not support `content-visibility`. */
async function drawEverything(cdp: Session): Promise<void> {
  cdp.on('Fetch.requestPaused', async ({ requestId, responseStatusCode = 200, responseHeaders = [] }) => {
    const { body, base64Encoded } = await cdp.send('Fetch.getResponseBody', { requestId });
    const styles = Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString();
    await cdp.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: responseStatusCode,
      // The body is decompressed.
      responseHeaders: responseHeaders.filter(({ name }) => !/^content-(?:encoding|length)$/i.test(name)),
      body: Buffer.from(removeContentVisibility(styles)).toString('base64'),
    });
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*.css*', requestStage: 'Response' }] });
}

/** The time without requests after which the network counts as idle. */
const quietMs = 500;

function createFetchedWait(cdp: Session): Visit['fetched'] {
  const underWay = new Set<string>();
  let lastAt = performance.now();
  cdp.on('Network.requestWillBeSent', ({ requestId }) => underWay.add(requestId));
  for (const ended of ['Network.loadingFinished', 'Network.loadingFailed'] as const)
    cdp.on(ended, ({ requestId }) => {
      underWay.delete(requestId);
      lastAt = performance.now();
    });
  return async () => {
    while (underWay.size > 0 || performance.now() - lastAt < quietMs) await wait(quietMs / 10);
  };
}

/** 150 ms, 1.6 Mbit/s down, 750 kbit/s up. */
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

function createSeenWait(cdp: Session): Visit['seen'] {
  return async (isSo, given, patienceMs = 30_000) => {
    const isSeen = await evaluateExpression<boolean>(
      cdp,
      `new Promise((resolve) => {
        const begun = performance.now();
        const look = () => {
          const isSo = ${toCallExpression(isSo, given)};
          if (isSo || performance.now() - begun > ${patienceMs}) resolve(isSo);
          else requestAnimationFrame(look);
        };
        look();
      })`,
    );
    if (!isSeen) throw new Error(`Waited ${patienceMs} ms in vain for ${isSo}`);
  };
}

function createAsk(cdp: Session): Visit['ask'] {
  return (question, given) => evaluateExpression(cdp, toCallExpression(question, given));
}

/**
 * Returns the value of an expression in the page, after its promise.
 * @throws What the expression throws.
 */
async function evaluateExpression<Answer>(cdp: Session, expression: string): Promise<Answer> {
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

function toCallExpression<Given>(called: (given: Given) => unknown, given: Given): string {
  return `(${called})(${JSON.stringify(given)})`;
}

async function readMainThread(cdp: Session): Promise<MainThread> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const ms = (name: string) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN);
  return {
    total: ms('TaskDuration'),
    script: ms('ScriptDuration'),
    layout: ms('LayoutDuration') + ms('RecalcStyleDuration'),
  };
}

const pauseMs = 120;

/** A query costs the main thread a little too, which is no work of the page. */
const restingMs = 4;

async function awaitIdle(spent: () => Promise<MainThread>): Promise<void> {
  let rests = 0;
  for (let former = (await spent()).total; rests < 2; ) {
    await wait(pauseMs);
    const { total } = await spent();
    rests = total - former < restingMs ? rests + 1 : 0;
    former = total;
  }
}

/** Returns the work between two readings. */
export function subtractMainThread(before: MainThread, after: MainThread): MainThread {
  return {
    total: after.total - before.total,
    script: after.script - before.script,
    layout: after.layout - before.layout,
  };
}
