import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe: { readonly run: (root: Document) => Promise<AxeResults> };
  }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns what axe finds on a page in its current state, colours included: `['label: <input name="name">']`.
 */
export async function findAxeViolations(page: Page): Promise<readonly string[]> {
  await animationsEnd(page);
  await page.waitForFunction(() => document.querySelector('[data-leaving]') === null);
  // `page.evaluate` works in spite of the page's security policy. Half a megabyte, therefore once per
  // document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const found = await page.evaluate(async () => (await window.axe.run(document)).violations);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Resolves once every finite animation has ended: axe would judge colours that are still fading in. */
async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const ending = [document, ...shadows]
      .flatMap((tree) => tree.getAnimations())
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

export function findHorizontalOverflow(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const elements = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return right > clientWidth + 0.5 || left < -0.5;
    });
    return [`${scrollWidth} px`, ...elements.map((element) => element.outerHTML.slice(0, 80))];
  });
}

/**
 * Scrolls to the photos and waits for the uploader, which is loaded when it is near the viewport. Does
 * nothing if the form accepts no photos.
 */
export async function awaitUploader(page: Page): Promise<void> {
  const uploader = page.locator('.sw-uploader');
  if ((await uploader.count()) === 0) return;
  await uploader.scrollIntoViewIfNeeded();
  await uploader.locator('[role="status"]').waitFor({ state: 'attached' });
}
