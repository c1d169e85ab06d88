import type { Locator, Page } from 'playwright-core';
import { describe } from 'vitest';
import { standingOut, violations } from '../support/accessibility.ts';
import { isSaved, opensStudio, studioJourneys, toldIn } from '../support/studio.ts';

const it = studioJourneys({ documents: {} });

const row = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
const order = (page: Page) => () =>
  page.locator('[data-field]').evaluateAll((rows) => rows.map((one) => one.getAttribute('data-field')));

/** As wide and as high as a fingertip (WCAG 2.2, 2.5.5). */
const fingertip = 44;

async function isForFingers(button: Locator): Promise<boolean> {
  const box = await button.boundingBox();
  const opacity = await button.evaluate(
    (element) => getComputedStyle(element.parentElement ?? element).opacity,
  );
  return box !== null && box.width >= fingertip && box.height >= fingertip && opacity === '1';
}

describe('a tablet', () => {
  it('moves fields by buttons that are there without hovering, as large as a finger', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 768, height: 1024 },
    });
    visitor.expectsTrouble();
    const page = await opensStudio(visitor, server.url, '/studio/forms/careers');
    const before = await order(page)();
    const at = before.indexOf('phone');
    expect(at).toBeGreaterThan(0);
    for (const name of ['phone', 'message'])
      for (const button of await row(page, name)
        .getByRole('button', { name: /^Move / })
        .all())
        await expect.poll(() => isForFingers(button)).toBe(true);
    await page.getByRole('button', { name: 'Move Phone number up' }).tap();
    await expect.poll(toldIn(page)).toBe(`Phone number is now ${at} of ${before.length}.`);
    await expect.poll(order(page)).toEqual(before.toSpliced(at, 1).toSpliced(at - 1, 0, 'phone'));
    await page.getByRole('button', { name: 'Move Phone number down' }).tap();
    await expect.poll(order(page)).toEqual(before);
    expect(await standingOut(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await isSaved(page);
  });
});
