import type { Browser } from 'playwright-core';
import { peakMegabytes } from '../../process-figures.ts';
import { submitInVain, typeInto } from '../browser/act.ts';
import { visit } from '../browser/visit.ts';
import type { Contender } from '../contenders.ts';
import { loaded } from './loading.ts';

/**
 * The most memory that the process of a page had while it was loaded, typed into and submitted in vain, in megabytes: what a phone of 1 GB
 * has to have left for it. What a browser takes for any page is among it, some 100 of them.
 */
export function measureMemory(browser: Browser, form: Contender): Promise<number> {
  return visit(browser, form.address, { cpuSlowdown: 1, network: 'fast' }, async (visitor) =>
    peakMegabytes(await renderersOf(browser), async () => {
      await loaded(visitor, form);
      await typeInto(visitor, form, { field: 'name', keys: 3 });
      await submitInVain(visitor, form);
      await visitor.settled();
    }),
  );
}

async function renderersOf(browser: Browser): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}
