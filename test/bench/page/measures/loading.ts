import type { Chromium } from '../browser/chromium.ts';
import { watchShift } from '../browser/probe.ts';
import { type MainThread, openVisit, slowVisit, subtractMainThread, type Visit } from '../browser/visit.ts';
import type { Contender } from '../contenders.ts';

/** Loads a page and returns the work of the main thread until it is idle. */
export async function loadPage(
  { goTo, spent, settled }: Visit,
  { address }: Pick<Contender, 'address'>,
): Promise<MainThread> {
  const before = await spent();
  await goTo(address);
  await settled();
  return subtractMainThread(before, await spent());
}

/** Measures the layout shift of a first visit on a slow network, where fonts and scripts arrive late. */
export function measureSlowShift(browser: Chromium, contender: Contender): Promise<number> {
  return openVisit(browser, contender.address, slowVisit, async (visitor) => {
    await visitor.prepare(watchShift, undefined);
    await visitor.goTo(contender.address);
    await visitor.fetched();
    return readShift(visitor);
  });
}

export function readShift({ ask }: Visit): Promise<number> {
  return ask(() => window.__shift ?? Number.NaN, undefined);
}

export async function readHeap({ cdp }: Visit): Promise<number> {
  for (let time = 0; time < 2; time += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}
