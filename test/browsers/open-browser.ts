import { openPuppeteerBrowser } from './puppeteer-browser.ts';
import type { BrowserOptions, Engine, RunningBrowser } from './tab.ts';
import { openWebkitBrowser } from './webkit-browser.ts';

/**
 * Starts a browser of an engine.
 * @throws One line that names what does not start, within a minute; all its processes are ended then.
 */
export function openBrowser(engine: Engine, options?: BrowserOptions): Promise<RunningBrowser> {
  return engine === 'webkit' ? openWebkitBrowser(options) : openPuppeteerBrowser(engine, options);
}

/** Returns a reusable browser: it starts when first needed, and again if it no longer opens a page. */
export function createReusableBrowser(
  open: () => Promise<RunningBrowser>,
): Pick<RunningBrowser, 'close' | 'newTab'> {
  let running: RunningBrowser | undefined;
  const close = async () => {
    await running?.close();
    running = undefined;
  };
  return {
    close,
    async newTab() {
      const tab = await running?.newTab().catch(close);
      if (tab) return tab;
      running = await open();
      return running.newTab();
    },
  };
}
