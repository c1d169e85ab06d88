import type { ElementHandle, Page } from 'puppeteer-core';
import type { Engine, Tab } from './tab.ts';

/** A page of Puppeteer's as a tab. */
export function puppeteerTab(engine: Engine, page: Page, close: Tab['close']): Tab {
  // Whoever asks has a clock of their own.
  page.setDefaultTimeout(0);
  const find = async (selector: string): Promise<ElementHandle> => {
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
      // Firefox draws a page that another stands before ever more seldom, and whether something moves is told by drawing.
      await page.bringToFront();
      // Of a locator: it waits until the element stands still, so that what moves on a busy machine is not missed.
      await page.locator(selector).click();
    },
    type: async (selector, text) => (await find(selector)).type(text),
    choose: async (selector, value) => void (await (await find(selector)).select(value)),
    upload: async (selector, paths) =>
      ((await find(selector)) as ElementHandle<HTMLInputElement>).uploadFile(...paths),
    press: (key) => page.keyboard.press(key),
    focus: () => page.bringToFront(),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot({ captureBeyondViewport: false })),
  };
}
