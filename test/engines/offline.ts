import { describe } from 'vitest';
import { listStoredPages } from '../journeys/offline-journey.ts';
import { openLine } from '../support/line.ts';
import { it } from './engine-journey.ts';

const path = '/service/falmouth';

/** Runs in the page. */
function isLineShown(): boolean {
  return document.getElementById('slipway-offline')?.checkVisibility() ?? false;
}

describe('a page that was visited', () => {
  it('opens without a network, is filled in, and is current again with one', async ({
    visitor,
    server,
    expect,
    skip,
  }) => {
    const line = await openLine(server.url);
    const { tab } = visitor;
    await tab.goto(line.url + path);
    skip(!(await tab.evaluate(() => 'serviceWorker' in navigator)), 'this build has no service workers');
    await expect.poll(() => tab.evaluate(listStoredPages)).toContain(path);
    await line.cut();
    await tab.goto(line.url + path);
    await visitor.isHydrated();
    await visitor.awaits('the line that says that there is no network', isLineShown);
    await visitor.fills({ name: 'Ada', enquiry_type: 6 });
    await visitor.awaits(
      'the fields of another type',
      () => document.querySelector('[name="interested_in"]') !== null,
    );
    await tab.reload();
    await visitor.isHydrated();
    expect(await visitor.readValues('name')).toEqual({ name: 'Ada' });
    await line.restore();
    await tab.reload();
    await visitor.isHydrated();
    expect(await tab.evaluate(isLineShown)).toBe(false);
    await line.close();
  });
});
