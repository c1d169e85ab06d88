import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPuppeteerTab } from '../browsers/puppeteer-browser.ts';
import type { Tab } from '../browsers/tab.ts';
import { studioPassword } from '../support/studio-password.ts';
import { openScreenReaderDisplay, type ScreenReaderDisplay } from './screen-reader.ts';

/** The browsers that work with a screen reader. */
export type HeardBrowser = 'chromium' | 'firefox';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The browser of the tests: each has a project in test/heard/vitest.config.ts. */
    browser: HeardBrowser;
    /** The names of the journeys; all if empty. */
    names: readonly string[];
  }
}

/** A browser with a screen reader, whose pages are tested one at a time. */
export interface Listener {
  readonly browser: HeardBrowser;
  /** The folder of the files that keys pick: `pick bow.jpg`. */
  readonly folder: string;
  /** Opens a page, with the keyboard on it. Its form is hydrated, unless it is to be untouched. */
  readonly open: (url: string, options?: OpeningOptions) => Promise<HeardPage>;
  readonly close: () => Promise<void>;
}

interface OpeningOptions {
  readonly isUntouched?: boolean;
  readonly isSignedIn?: boolean;
}

export interface HeardPage {
  readonly opening: readonly string[];
  /**
   * Presses keys (`Tab Tab`, `type Ada Marsh`, `pick bow.jpg`, `wait`) and returns the utterances until the
   * reader is idle, or for some time longer while `isHeard` returns false.
   */
  readonly pressAndRead: (
    keys: string,
    isHeard?: (heard: readonly string[]) => boolean,
  ) => Promise<readonly string[]>;
}

/**
 * Opens a browser with a screen reader.
 * @throws One line that names what did not start; all processes are ended then.
 */
export async function openListener(browser: HeardBrowser): Promise<Listener> {
  const inbox = await openScreenReaderDisplay();
  try {
    const tab = await openPuppeteerTab(browser, { env: inbox.env, isSeen: true });
    return {
      browser,
      folder: inbox.folder,
      open: (url, options) => createHeardPage({ desk: inbox, tab, url, ...options }),
      async close() {
        // Processes that do not end are killed with the display.
        await Promise.race([tab.close().catch(() => undefined), wait(closingMs)]);
        await inbox.close();
      },
    };
  } catch (error) {
    await inbox.close();
    throw error;
  }
}

/** The time to close a browser. */
const closingMs = 5000;

async function createHeardPage({
  desk: inbox,
  tab,
  url,
  isUntouched = false,
  isSignedIn = false,
}: OpeningOptions & {
  readonly desk: ScreenReaderDisplay;
  readonly tab: Tab;
  readonly url: string;
}): Promise<HeardPage> {
  let from = inbox.mark();
  if (isSignedIn) await signIn(tab, url);
  await tab.goto(url);
  if (isSignedIn) await awaitStudioPage(tab);
  else if (!isUntouched) await awaitScripts(tab);
  await inbox.focusWindow(tab.engine);
  await focusPage(tab, inbox);
  const readUtterances = () => {
    const to = inbox.mark();
    return { heard: inbox.readUtterances(from, to), to };
  };
  const { heard: opening, to: opened } = readUtterances();
  from = opened;
  return {
    opening,
    async pressAndRead(keys, isHeard = () => true) {
      await pressJourneyKeys(keys, inbox, tab);
      const deadline = Date.now() + longestWaitMs;
      let now = readUtterances();
      while (!isHeard(now.heard) && Date.now() < deadline) {
        await wait(100);
        now = readUtterances();
      }
      from = now.to;
      return now.heard;
    },
  };
}

/** Expected utterances come within this time on a busy machine. */
const longestWaitMs = 15_000;

/** Signs the owner in to the studio, from the first page of its site. */
async function signIn(tab: Tab, url: string): Promise<void> {
  await tab.goto(new URL('/', url).href);
  await tab.evaluate(async (password) => {
    await fetch('/studio/api/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'owner', password }),
    });
  }, studioPassword);
}

/** Waits until the page of the studio is drawn. */
async function awaitStudioPage(tab: Tab): Promise<void> {
  const deadline = Date.now() + longestWaitMs;
  const isDrawn = () => tab.evaluate(() => document.querySelector('main h1') !== null);
  while (!(await isDrawn()) && Date.now() < deadline) await wait(100);
}

/** Touches the form and waits until it is hydrated. A page without our form has nothing to wait for. */
async function awaitScripts(tab: Tab): Promise<void> {
  const deadline = Date.now() + longestWaitMs;
  const isHydrated = () =>
    tab.evaluate(() => {
      const form = document.querySelector<HTMLElement>('#slipway-form');
      if (form?.firstElementChild == null || form.dataset.hydration === 'done') return true;
      form.firstElementChild.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      return false;
    });
  while (!(await isHydrated()) && Date.now() < deadline) await wait(100);
}

/** A browser's window starts with focus on its address bar; F6 moves it to the page. */
async function focusPage(tab: Tab, inbox: ScreenReaderDisplay): Promise<void> {
  await tab.focus();
  await inbox.quiet();
  for (let tries = 0; tries < 5 && !(await tab.evaluate(() => document.hasFocus())); tries++)
    await inbox.press('F6');
}

/** The silence after which no more utterances are expected. */
const silenceMs = 2000;

async function pressJourneyKeys(keys: string, inbox: ScreenReaderDisplay, tab: Tab): Promise<void> {
  const [verb, ...rest] = keys.split(' ');
  if (keys === 'wait') return inbox.quiet(silenceMs);
  if (verb === 'type') await inbox.type(rest.join(' '));
  // The browser's own dialog is skipped: a page reacts the same however a file was picked.
  else if (verb === 'pick') await tab.upload('input[type="file"]', [join(inbox.folder, rest.join(' '))]);
  else return inbox.press(...keys.split(' '));
  await inbox.quiet();
}
