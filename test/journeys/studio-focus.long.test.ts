import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { openExistingSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { createEntry } from '../../src/server/store/testing/new-entry.ts';
import { findAxeViolations, findHorizontalOverflow } from '../support/accessibility.ts';
import { openOwnerStudio, openStudioPage, studioJourneys } from '../support/studio.ts';

const it = studioJourneys({});

describe('what has the focus', () => {
  // Shift+Tab brings each control in at the upper edge, where the bars are.
  it.for([
    ['/studio/forms/service/settings', 1280],
    ['/studio/account', 1280],
    ['/studio/rules?view=map', 1280],
    ['/studio/enquiries', 1280],
    ['/studio/enquiries', 1024],
  ] as const)(
    'is not hidden by a bar that stays in view: %s at %d px',
    async ([path, width], { newVisitor, server, expect }) => {
      const visitor = await newVisitor({ reducedMotion: 'reduce' });
      await visitor.page.setViewportSize({ width, height: 600 });
      if (path === '/studio/enquiries') await storeEnquiries(server.data);
      const page = await openOwnerStudio(visitor, server.url, path);
      await page.locator('main h1').waitFor();
      if (path === '/studio/enquiries')
        await page
          .getByLabel(/^Select .{3}-/)
          .nth(1)
          .check();
      expect(await findHiddenFocus(page)).toEqual([]);
    },
  );
});

describe('forced colours', () => {
  it('have readable buttons, and say what is current, on each new page', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor({ forcedColors: 'active' });
    const page = await openOwnerStudio(visitor, server.url, '/studio/forms');
    for (const path of ['/studio/rules?view=map', '/studio/figures?view=answers', '/studio/content']) {
      await openStudioPage(page, server.url, path);
      await page.locator('main h1').waitFor();
      expect(await findAxeViolations(page), path).toEqual([]);
      const grounds = await page
        .locator('nav a[aria-current]')
        .evaluateAll((links) => links.map((link) => getComputedStyle(link).backgroundColor));
      const plain = await page
        .locator('nav a:not([aria-current])')
        .first()
        .evaluate((link) => getComputedStyle(link).backgroundColor);
      expect(grounds.length).toBeGreaterThan(0);
      expect(grounds, path).not.toContain(plain);
    }
  });
});

it('The manual holds at 320 px', async ({ newVisitor, server, expect }) => {
  const visitor = await newVisitor();
  await visitor.page.setViewportSize({ width: 320, height: 640 });
  const page = await openOwnerStudio(visitor, server.url, '/studio/manual');
  await page.locator('main article h2').first().waitFor();
  expect(await findHorizontalOverflow(page)).toEqual([]);
});

async function storeEnquiries(data: string): Promise<void> {
  const store = openExistingSqliteStore({ dataFolder: data, settings: serverSettings });
  for (let at = 0; at < 25; at++) await store?.accept(createEntry({ values: { name: `Ada ${at}` } }));
  await store?.close();
}

/** Goes backwards through a page and returns the controls of which no part can be seen while they have the focus. */
async function findHiddenFocus(page: Page): Promise<readonly string[]> {
  const hidden = new Set<string>();
  await page.evaluate(() => {
    const last = [...document.querySelectorAll<HTMLElement>('main :is(a, button, input, select)')].at(-1);
    last?.focus();
  });
  for (let at = 0; at < 60; at++) {
    await page.keyboard.press('Shift+Tab');
    const found = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement;
      if (element === document.body || element.matches('iframe, .st-bar *')) return undefined;
      const { left, top, width, height } = element.getBoundingClientRect();
      const isSeen = [0.1, 0.5, 0.9].some((part) => {
        const above = document.elementFromPoint(left + width / 2, top + height * part);
        return above !== null && (element.contains(above) || above.contains(element));
      });
      return isSeen ? undefined : element.outerHTML.slice(0, 90);
    });
    if (found !== undefined) hidden.add(found);
  }
  return [...hidden];
}
