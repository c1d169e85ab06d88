import { measurePeakMegabytes } from '../../process-figures.ts';
import { submitInvalid, typeInto } from '../browser/act.ts';
import type { Chromium } from '../browser/chromium.ts';
import { openVisit } from '../browser/visit.ts';
import type { Contender } from '../contenders.ts';
import { loadPage } from './loading.ts';

/**
 * Measures the peak memory of a page's process in megabytes while it is loaded, typed into and submitted with
 * problems. A phone of 1 GB must have that much free. About 100 of them are the browser's base for any page.
 */
export function measureMemory(browser: Chromium, form: Contender): Promise<number> {
  return openVisit(browser, form.address, { cpuSlowdown: 1, network: 'fast' }, async (visitor) =>
    measurePeakMegabytes(await listRenderers(browser), async () => {
      await loadPage(visitor, form);
      await typeInto(visitor, form, { field: 'name', keys: 3 });
      await submitInvalid(visitor, form);
      await visitor.settled();
    }),
  );
}

async function listRenderers(browser: Chromium): Promise<readonly number[]> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}
