import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import puppeteer, { type Browser, type LaunchOptions } from 'puppeteer-core';
import { browserFlags, findBrowser } from '../support/browser.ts';
import { isolateBrowser } from './isolate-browser.ts';
import { createProcessGroup } from './processes.ts';
import { createPuppeteerTab } from './puppeteer-tab.ts';
import type { BrowserOptions, RunningBrowser, Tab } from './tab.ts';
import { awaitWithin, defaultTimeoutMs, toShortLine, withTimeouts } from './timeouts.ts';

type PuppeteerEngine = 'chromium' | 'firefox';

/**
 * Starts a browser: Firefox by WebDriver BiDi, Chromium by its own protocol.
 * @throws One line that names what does not start, within a minute.
 */
export async function openPuppeteerBrowser(
  engine: PuppeteerEngine,
  options: BrowserOptions = {},
): Promise<RunningBrowser> {
  const { browser, close } = await launchBrowser(engine, options);
  return {
    engine,
    close,
    async newTab() {
      const context = await awaitWithin(defaultTimeoutMs, `${engine} newTab`, browser.createBrowserContext());
      const page = await awaitWithin(defaultTimeoutMs, `${engine} newTab`, context.newPage());
      return withTimeouts(
        createPuppeteerTab(engine, page, () => context.close()),
        defaultTimeoutMs,
      );
    },
  };
}

/**
 * Starts a browser for its first page, which ends with it.
 * @throws As `openPuppeteerBrowser`.
 */
export async function openPuppeteerTab(engine: PuppeteerEngine, options: BrowserOptions = {}): Promise<Tab> {
  const { browser, close } = await launchBrowser(engine, options);
  const [page = await browser.newPage()] = await browser.pages();
  return withTimeouts(createPuppeteerTab(engine, page, close), defaultTimeoutMs);
}

interface Launched {
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}

/** Uses the process group of the environment, or creates one. */
async function launchBrowser(engine: PuppeteerEngine, options: BrowserOptions): Promise<Launched> {
  const { env } = options;
  const own = env?.SLIPWAY_HOUSEHOLD === undefined ? createProcessGroup(env) : undefined;
  if (own) isolateBrowser(own, options);
  const folder = own?.folder ?? env?.SLIPWAY_HOUSEHOLD ?? '';
  const settings = engine === 'firefox' ? firefoxOptions(options) : chromiumOptions(options);
  let starter: BrowserStarter | undefined;
  try {
    starter = new BrowserStarter(folder, settings.executablePath);
    const browser = await awaitWithin(
      // A little more than Puppeteer's own timeout, whose error contains more.
      defaultTimeoutMs * 1.2,
      settings.executablePath,
      puppeteer.launch({
        ...settings,
        executablePath: starter.path,
        headless: options.isSeen !== true,
        userDataDir: mkdtempSync(join(folder, `${engine}-`)),
        defaultViewport: null,
        timeout: defaultTimeoutMs,
        handleSIGINT: false,
        env: own?.env ?? env ?? {},
      }),
    );
    return { browser, close: () => (own ? own.end() : browser.close()) };
  } catch (error) {
    const words = await starter?.readLastOutput();
    await own?.end();
    throw new Error(`Cannot start ${engine}: ${toShortLine(words ? `it ended at once: ${words}` : error)}`);
  }
}

/** A wrapper program that becomes the browser. The kernel ends it if this process is killed. */
class BrowserStarter {
  readonly path: string;
  readonly #folder: string;

  /** @throws If there is no such browser. */
  constructor(folder: string, executable: string) {
    if (!existsSync(executable)) throw new Error(`there is no ${executable}`);
    this.#folder = mkdtempSync(join(folder, 'start-'));
    this.path = join(this.#folder, 'browser');
    const lines = [
      '#!/bin/sh',
      `mkfifo '${this.#folder}/stderr'`,
      `(cd '${this.#folder}' && tee said < stderr >&2; touch ended) &`,
      `exec setpriv --pdeathsig KILL '${executable}' "$@" 2> '${this.#folder}/stderr'`,
    ];
    writeFileSync(this.path, `${lines.join('\n')}\n`, { mode: 0o755 });
  }

  /**
   * Returns the output of an ended browser: Puppeteer may notice the end before it has read it. Empty while
   * it runs.
   */
  async readLastOutput(): Promise<string> {
    const ended = join(this.#folder, 'ended');
    for (let waits = 0; waits < 50 && !existsSync(ended); waits++) await wait(20);
    return existsSync(ended) ? readFileSync(join(this.#folder, 'said'), 'utf8') : '';
  }
}

/** The path of Debian's Firefox; `FIREFOX` overrides it. */
const firefoxPath = '/usr/bin/firefox-esr';

type Settings = LaunchOptions & { readonly executablePath: string };

function firefoxOptions({ env = process.env, isDark, hasForcedColours }: BrowserOptions): Settings {
  return {
    browser: 'firefox',
    executablePath: env.FIREFOX ?? firefoxPath,
    extraPrefsFirefox: {
      // Accessibility is enabled, whatever the profile says.
      'accessibility.force_disabled': -1,
      'intl.accept_languages': 'en-GB, en',
      // Escape would close a list of former answers first, which opens at any time after typing.
      'browser.formfill.enable': false,
      ...(isDark && { 'layout.css.prefers-color-scheme.content-override': 0, 'ui.systemUsesDarkTheme': 1 }),
      ...(hasForcedColours && { 'browser.display.document_color_use': 2 }),
    },
  };
}

/** The Chromium of other tests may be unable to draw windows. */
function findWindowedChromium(): string {
  return existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : findBrowser();
}

function chromiumOptions({ env, isSeen, isDark, hasForcedColours }: BrowserOptions): Settings {
  return {
    browser: 'chrome',
    executablePath: isSeen ? findWindowedChromium() : findBrowser(env),
    args: [
      ...browserFlags,
      '--lang=en-GB',
      ...(isSeen ? ['--force-renderer-accessibility'] : []),
      ...(isDark ? ['--force-dark-mode'] : []),
      ...(hasForcedColours ? ['--force-high-contrast'] : []),
    ],
  };
}
