import { peakMegabytes } from '../../process-figures.ts';
import { submitInVain, typeInto } from '../browser/act.ts';
import type { Chromium } from '../browser/chromium.ts';
import { visit } from '../browser/visit.ts';
import type { Contender } from '../contenders.ts';
import { loaded } from './loading.ts';

/**
 * Measures the peak memory of a page's process in megabytes while it is loaded, typed into and submitted with
 * problems. A phone of 1 GB must have that much free. About 100 of them are the browser's base for any page.
 */
export function measureMemory(browser: Chromium, form: Contender): Promise<number> {
  return visit(browser, form.address, { cpuSlowdown: 1, network: 'fast' }, async (visitor) =>
    peakMegabytes(await renderersOf(browser), async () => {
      await loaded(visitor, form);
      await typeInto(visitor, form, { field: 'name', keys: 3 });
      await submitInVain(visitor, form);
      await visitor.settled();
    }),
  );
}

async function renderersOf(browser: Chromium): Promise<readonly number[]> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}
