import type { ElementHandle, Page } from 'puppeteer-core';
import type { Engine, Tab } from './tab.ts';

export function createPuppeteerTab(engine: Engine, page: Page, close: Tab['close']): Tab {
  // Callers have their own timeouts.
  page.setDefaultTimeout(0);
  const findElement = async (selector: string): Promise<ElementHandle> => {
    const found = await page.$(selector);
    if (!found) throw new Error(`Cannot find "${selector}" in ${engine}`);
    return found;
  };
  return {
    engine,
    close,
    goto: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    reload: async () => void (await page.reload({ waitUntil: 'load' })),
    back: async () => void (await page.goBack({ waitUntil: 'load' })),
    evaluate: (run, ...args) => page.evaluate(run as never, ...(args as never)) as never,
    click: async (selector) => {
      // Firefox rarely draws a page in the background, and the check for motion needs frames.
      await page.bringToFront();
      // A locator waits until the element stops moving, so that the click hits it on a busy machine.
      await page.locator(selector).click();
    },
    type: async (selector, text) => (await findElement(selector)).type(text),
    choose: async (selector, value) => void (await (await findElement(selector)).select(value)),
    upload: async (selector, paths) =>
      ((await findElement(selector)) as ElementHandle<HTMLInputElement>).uploadFile(...paths),
    press: (key) => page.keyboard.press(key === 'Space' ? ' ' : key),
    async drag(points, pointer = 'mouse') {
      const [first, ...others] = points;
      if (first === undefined) return;
      if (pointer === 'touch') {
        const touch = await page.touchscreen.touchStart(first.x, first.y);
        for (const { x, y } of others) await touch.move(x, y);
        return touch.end();
      }
      await page.mouse.move(first.x, first.y);
      await page.mouse.down();
      for (const { x, y } of others) await page.mouse.move(x, y);
      await page.mouse.up();
    },
    focus: () => page.bringToFront(),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot({ captureBeyondViewport: false })),
  };
}
