import { setTimeout as wait } from 'node:timers/promises';
import type { Chromium } from '../browser/chromium.ts';
import { watchLongTasks, watchShift } from '../browser/probe.ts';
import { fastVisit, openVisit, subtractMainThread } from '../browser/visit.ts';
import type { Contender } from '../contenders.ts';
import { readHeap, readShift } from './loading.ts';

/** The cost of a page for a visitor who only reads it, on a phone with a fast network. */
export interface BeforeTouch {
  /** Main thread time from the navigation until `restMs` after the `load` event, in ms. */
  readonly mainThread: number;
  /** The number of tasks over 50 ms (Long Tasks API). */
  readonly longTasks: number;
  /** In megabytes, after a garbage collection. */
  readonly heap: number;
  readonly shift: number;
}

/** The time after `load` within which everything that a page does on its own begins. */
const restMs = 5_000;

export function measureBeforeTouch(browser: Chromium, { address }: Contender): Promise<BeforeTouch> {
  return openVisit(browser, address, fastVisit, async (visitor) => {
    const { prepare, spent, goTo, ask } = visitor;
    await prepare(watchShift, undefined);
    await prepare(watchLongTasks, undefined);
    const before = await spent();
    await goTo(address);
    await wait(restMs);
    const { total: mainThread } = subtractMainThread(before, await spent());
    const longTasks = await ask(() => window.__longTasks ?? Number.NaN, undefined);
    return { mainThread, longTasks, heap: await readHeap(visitor), shift: await readShift(visitor) };
  });
}

/** The kilobytes (1,000, in brotli) of the scripts that run before anybody touches the page. */
export interface RunScripts {
  /** The part that was requested before the `load` event. */
  readonly beforeLoad: number;
  /** The other part, which registers the service worker. */
  readonly afterLoad: number;
  /** The number of requests for the service worker before the `load` event. */
  readonly workerRequests: number;
}

export function measureRunScripts(browser: Chromium, { address }: Contender): Promise<RunScripts> {
  return openVisit(browser, address, fastVisit, async ({ cdp, goTo, ask }) => {
    await cdp.send('Profiler.enable');
    await cdp.send('Profiler.startPreciseCoverage', { callCount: false, detailed: false });
    await goTo(address);
    await wait(restMs);
    const { result } = await cdp.send('Profiler.takePreciseCoverage');
    const addresses = result.map(({ url }) => url);
    return ask((ran) => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const isEarly = ({ startTime }: PerformanceEntry) => startTime < (page?.loadEventStart ?? 0);
      const sum = (found: readonly PerformanceResourceTiming[]) =>
        found.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0) / 1000;
      // What is only fetched does not run.
      const run = entries.filter(
        ({ name, initiatorType }) => ran.includes(name) && initiatorType !== 'fetch',
      );
      return {
        beforeLoad: sum(run.filter(isEarly)),
        afterLoad: sum(run.filter((entry) => !isEarly(entry))),
        workerRequests: entries.filter((entry) => isEarly(entry) && /worker/.test(entry.name)).length,
      };
    }, addresses);
  });
}
