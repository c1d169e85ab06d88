import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type ElementHandle, type LaunchOptions } from 'puppeteer-core';
import { browserFlags, findBrowser } from '../support/browser.ts';
import type { Tab, TabOptions } from './tab.ts';

/** Where Debian's package puts Firefox; `FIREFOX` names another. */
const firefoxPath = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

/** Opens a fresh browser: Firefox by WebDriver BiDi, Chromium by its own protocol. */
export async function openPuppeteerTab(
  engine: 'chromium' | 'firefox',
  options: TabOptions = {},
): Promise<Tab> {
  const profile = mkdtempSync(join(options.env?.SLIPWAY_HOUSEHOLD ?? tmpdir(), `slipway-${engine}-`));
  const browser = await puppeteer.launch({
    ...(engine === 'firefox' ? firefoxOptions(options) : chromiumOptions(options)),
    headless: options.isSeen !== true,
    userDataDir: profile,
    defaultViewport: null,
    timeout: launchTimeoutMs,
    handleSIGINT: false,
    ...(options.env && { env: options.env as Record<string, string | undefined> }),
  });
  const [page = await browser.newPage()] = await browser.pages();
  page.setDefaultTimeout(actionTimeoutMs);
  page.setDefaultNavigationTimeout(actionTimeoutMs);
  if (options.hasScripts === false) await page.setJavaScriptEnabled(false);
  const find = async (selector: string): Promise<ElementHandle> => {
    const found = await page.$(selector);
    if (!found) throw new Error(`Cannot find "${selector}" in ${engine}`);
    return found;
  };
  return {
    engine,
    goto: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    reload: async () => void (await page.reload({ waitUntil: 'load' })),
    back: async () => void (await page.goBack({ waitUntil: 'load' })),
    evaluate: (run, ...args) => page.evaluate(run as never, ...(args as never)) as never,
    click: async (selector) => (await find(selector)).click(),
    type: async (selector, text) => (await find(selector)).type(text),
    choose: async (selector, value) => void (await (await find(selector)).select(value)),
    upload: async (selector, paths) =>
      ((await find(selector)) as ElementHandle<HTMLInputElement>).uploadFile(...paths),
    press: (key) => page.keyboard.press(key),
    focus: () => page.bringToFront(),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot({ captureBeyondViewport: false })),
    async close() {
      await browser.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const launchTimeoutMs = 50_000;
const actionTimeoutMs = 60_000;

function firefoxOptions({ isDark, hasForcedColours }: TabOptions): LaunchOptions {
  return {
    browser: 'firefox',
    executablePath: firefoxPath,
    extraPrefsFirefox: {
      // A screen reader is served whatever else a profile says.
      'accessibility.force_disabled': -1,
      'intl.accept_languages': 'en-GB, en',
      ...(isDark && { 'layout.css.prefers-color-scheme.content-override': 0, 'ui.systemUsesDarkTheme': 1 }),
      ...(hasForcedColours && { 'browser.display.document_color_use': 2 }),
    },
  };
}

/** Tests in general may use one that draws no windows. */
function windowedChromium(): string {
  return existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : findBrowser();
}

function chromiumOptions({ isSeen, isDark, hasForcedColours }: TabOptions): LaunchOptions {
  return {
    browser: 'chrome',
    executablePath: isSeen ? windowedChromium() : findBrowser(),
    args: [
      ...browserFlags,
      '--lang=en-GB',
      ...(isSeen ? ['--force-renderer-accessibility'] : []),
      ...(isDark ? ['--force-dark-mode'] : []),
      ...(hasForcedColours ? ['--force-high-contrast'] : []),
    ],
  };
}
