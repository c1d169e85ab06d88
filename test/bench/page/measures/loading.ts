import { submitInVain, typeInto } from '../browser/act.ts';
import type { Chromium } from '../browser/chromium.ts';
import { watchShift } from '../browser/probe.ts';
import { longestTask, recorded } from '../browser/tasks.ts';
import { between, fastVisit, type MainThread, slowVisit, type Visit, visit } from '../browser/visit.ts';
import type { Contender } from '../contenders.ts';

/** The cost of a page for a phone with a fast network. */
export interface Loading {
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

export function measureLoading(browser: Chromium, contender: Contender): Promise<Loading> {
  return visit(browser, contender.address, fastVisit, async (visitor) => {
    await visitor.prepare(watchShift, undefined);
    const load = await loaded(visitor, contender);
    const heap = await heapOf(visitor);
    const shift = await shiftOf(visitor);
    const key = await typeInto(visitor, contender, { field: 'name', keys });
    if (contender.name === 'plain') return { load, heap, shift, key, keyMending: key };
    await submitInVain(visitor, contender);
    const keyMending = await typeInto(visitor, contender, { field: 'message', keys });
    return { load, heap, shift, key, keyMending };
  });
}

/** Loads a page and returns the work of the main thread until it is idle. */
export async function loaded(
  { goTo, spent, settled }: Visit,
  { address }: Pick<Contender, 'address'>,
): Promise<MainThread> {
  const before = await spent();
  await goTo(address);
  await settled();
  return between(before, await spent());
}

/** Measures the layout shift of a first visit on a slow network, where fonts and scripts arrive late. */
export function measureSlowShift(browser: Chromium, contender: Contender): Promise<number> {
  return visit(browser, contender.address, slowVisit, async (visitor) => {
    await visitor.prepare(watchShift, undefined);
    await visitor.goTo(contender.address);
    await visitor.fetched();
    return shiftOf(visitor);
  });
}

/** Measures the longest task of loading a page on an unslowed machine, in milliseconds of processor time. */
export function measureLongestTask(browser: Chromium, { address }: Contender): Promise<number> {
  return visit(browser, address, { cpuSlowdown: 1, network: 'fast' }, async ({ goTo, settled }) =>
    longestTask(
      await recorded(browser, async () => {
        await goTo(address);
        await settled();
      }),
    ),
  );
}

function shiftOf({ ask }: Visit): Promise<number> {
  return ask(() => window.__shift ?? Number.NaN, undefined);
}

async function heapOf({ cdp }: Visit): Promise<number> {
  for (let time = 0; time < 2; time += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}
