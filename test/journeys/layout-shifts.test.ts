import { describe } from 'vitest';
import { delayScripts } from '../support/delayed-scripts.ts';
import { journeysOn } from '../support/journey.ts';
import { awaitSettledPage, readLayoutShifts } from '../support/layout-shifts.ts';

const it = journeysOn();

/**
 * One page of each placement, and those that open with more: a type’s own fields, photos, event titles,
 * offices abroad.
 */
const paths = [
  '/contact',
  '/visit',
  '/visit?contact-form',
  '/launch/steren-52',
  '/valuation',
  '/service/falmouth',
  '/events',
  '/international/contact',
  '/ar/contact',
  '/dealers/plymouth',
];

describe('a page that scripts take over late', () => {
  it.for(paths.map((path, at) => ({ path, width: at % 2 === 0 ? 360 : 1280 })))(
    'moves nothing on a first visit: $path at $width px',
    async ({ path, width }, { visitor, expect }) => {
      const { page } = visitor;
      await page.setViewportSize({ width, height: 800 });
      // Requests that a route handles never come from a cache.
      const scripts = await delayScripts(visitor);
      await page.goto(path, { waitUntil: 'commit' });
      await page.waitForFunction(
        () => document.fonts.status === 'loaded' && document.querySelector('footer'),
      );
      const button = page.locator('.sw-form--awaited [name="change-type"]');
      const canChangeType = (await button.count()) === 1;
      // After eight seconds without scripts a button is shown; these scripts arrive later.
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) animation.finish();
      });
      if (canChangeType && !/visit|launch/.test(path)) await button.waitFor();
      await scripts.letGo();
      await visitor.isHydrated();
      await button.waitFor({ state: 'detached' });
      await awaitSettledPage(visitor);
      expect(await readLayoutShifts(visitor)).toEqual([]);
    },
  );
});
