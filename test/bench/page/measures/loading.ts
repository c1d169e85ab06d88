import { submitInvalid, typeInto } from '../browser/act.ts';
import type { Chromium } from '../browser/chromium.ts';
import { watchShift } from '../browser/probe.ts';
import { getLongestTask, recordTasks } from '../browser/tasks.ts';
import {
  fastVisit,
  type MainThread,
  openVisit,
  slowVisit,
  subtractMainThread,
  type Visit,
} from '../browser/visit.ts';
import type { Contender } from '../contenders.ts';

/** The cost of a page for a phone with a fast network. Our form is hydrated at the first key. */
export interface PageLoading {
  readonly load: MainThread;
  /** In megabytes, after a garbage collection, with nothing entered. */
  readonly heap: number;
  /** The layout shift of the visit so far (Layout Instability API). */
  readonly shift: number;
  readonly key: MainThread;
  /** While problems are shown, so that every key may fix one. */
  readonly keyMending: MainThread;
}

const keys = 16;

export function measurePageLoading(browser: Chromium, contender: Contender): Promise<PageLoading> {
  return openVisit(browser, contender.address, fastVisit, async (visitor) => {
    await visitor.prepare(watchShift, undefined);
    const load = await loadPage(visitor, contender);
    const heap = await readHeap(visitor);
    const shift = await readShift(visitor);
    const key = await typeInto(visitor, contender, { field: 'name', keys });
    if (contender.name === 'plain') return { load, heap, shift, key, keyMending: key };
    await submitInvalid(visitor, contender);
    const keyMending = await typeInto(visitor, contender, { field: 'message', keys });
    return { load, heap, shift, key, keyMending };
  });
}

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

/** Measures the longest task of loading a page on an unslowed machine, in milliseconds of processor time. */
export function measureLongestTask(browser: Chromium, { address }: Contender): Promise<number> {
  return openVisit(browser, address, { cpuSlowdown: 1, network: 'fast' }, async ({ goTo, settled }) =>
    getLongestTask(
      await recordTasks(browser, async () => {
        await goTo(address);
        await settled();
      }),
    ),
  );
}

export function readShift({ ask }: Visit): Promise<number> {
  return ask(() => window.__shift ?? Number.NaN, undefined);
}

export async function readHeap({ cdp }: Visit): Promise<number> {
  for (let time = 0; time < 2; time += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}
