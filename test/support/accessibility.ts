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

/** What axe finds on a page as it stands, colours included: `['label: <input name="name">']`. */
export async function violations(page: Page): Promise<readonly string[]> {
  await animationsEnd(page);
  // Evaluated from outside, which no policy of the page forbids; half a megabyte, so once a document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const found = await page.evaluate(async () => (await window.axe.run(document)).violations);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Resolves once every animation that comes to an end has ended: axe would judge colours that are still fading in. */
async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const ending = [document, ...shadows]
      .flatMap((tree) => tree.getAnimations())
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** What stands out of a page to a side, so that one has to scroll. */
export function standingOut(page: Page): Promise<readonly string[]> {
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

/** Brings the place for photos into sight, and waits for the uploader, which comes when it is near; nothing where a form takes no photos. */
export async function awaitUploader(page: Page): Promise<void> {
  const uploader = page.locator('.sw-uploader');
  if ((await uploader.count()) === 0) return;
  await uploader.scrollIntoViewIfNeeded();
  await uploader.locator('[role="status"]').waitFor({ state: 'attached' });
}
