import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPuppeteerTab } from '../browsers/puppeteer-browser.ts';
import type { Tab } from '../browsers/tab.ts';
import { type Desk, openDesk } from './desk.ts';

/** What a browser with a reader can be. */
export type HeardBrowser = 'chromium' | 'firefox';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Which browser is listened to: a project of test/heard/vitest.config.ts each. */
    browser: HeardBrowser;
    /** The journeys that are listened to; none named stands for all. */
    names: readonly string[];
  }
}

/** A browser on a desk of its own, whose pages are heard, one at a time. */
export interface Listener {
  readonly browser: HeardBrowser;
  /** Where the files lie that keys pick: `pick bow.jpg`. */
  readonly folder: string;
  /** Opens a page, with the keyboard on it. */
  readonly open: (url: string) => Promise<Listening>;
  /** Ends the browser and everything on the desk. */
  readonly close: () => Promise<void>;
}

/** A page that is worked by keys and heard. */
export interface Listening {
  /** What is said once the page has been opened. */
  readonly opening: readonly string[];
  /**
   * Presses keys (`Tab Tab`, `type Ada Marsh`, `pick bow.jpg`, `wait`) and hears what is said until the reader is done, and for some
   * time longer while `isHeard` says that it is not all.
   */
  readonly hear: (
    keys: string,
    isHeard?: (heard: readonly string[]) => boolean,
  ) => Promise<readonly string[]>;
}

/** Opens a desk with a browser on it. @throws one line that says what did not start; nothing of it is left then. */
export async function openListener(browser: HeardBrowser): Promise<Listener> {
  const desk = await openDesk();
  try {
    const tab = await openPuppeteerTab(browser, { env: desk.env, isSeen: true });
    return {
      browser,
      folder: desk.folder,
      open: (url) => listen({ desk, tab, url }),
      async close() {
        // Whatever does not go by itself is ended with the desk.
        await Promise.race([tab.close().catch(() => undefined), wait(closingMs)]);
        await desk.close();
      },
    };
  } catch (error) {
    await desk.close();
    throw error;
  }
}

/** How long a browser may take to close by itself. */
const closingMs = 5000;

async function listen({
  desk,
  tab,
  url,
}: {
  readonly desk: Desk;
  readonly tab: Tab;
  readonly url: string;
}): Promise<Listening> {
  let from = desk.mark();
  await tab.goto(url);
  await awaitScripts(tab);
  await desk.focusWindow(tab.engine);
  await focusPage(tab, desk);
  const said = () => {
    const to = desk.mark();
    return { heard: desk.heard(from, to), to };
  };
  const { heard: opening, to: opened } = said();
  from = opened;
  return {
    opening,
    async hear(keys, isHeard = () => true) {
      await workKeys(keys, desk, tab);
      const deadline = Date.now() + longestWaitMs;
      let now = said();
      while (!isHeard(now.heard) && Date.now() < deadline) {
        await wait(100);
        now = said();
      }
      from = now.to;
      return now.heard;
    },
  };
}

/** What is worth waiting for comes within this time on a busy machine. */
const longestWaitMs = 15_000;

/** React marks what it has taken over; a page without our form has nothing to wait for. */
async function awaitScripts(tab: Tab): Promise<void> {
  const deadline = Date.now() + longestWaitMs;
  const isTaken = () =>
    tab.evaluate(() => {
      const drawn = document.querySelector('#slipway-form')?.firstElementChild;
      return drawn == null || Object.keys(drawn).some((key) => key.startsWith('__reactFiber'));
    });
  while (!(await isTaken()) && Date.now() < deadline) await wait(100);
}

/** A browser's window begins with its address bar; F6 goes on to the page. */
async function focusPage(tab: Tab, desk: Desk): Promise<void> {
  await tab.focus();
  await desk.quiet();
  for (let tries = 0; tries < 5 && !(await tab.evaluate(() => document.hasFocus())); tries++)
    await desk.press('F6');
}

/** How long nothing is said before nothing more is expected. */
const silenceMs = 2000;

async function workKeys(keys: string, desk: Desk, tab: Tab): Promise<void> {
  const [verb, ...rest] = keys.split(' ');
  if (keys === 'wait') return desk.quiet(silenceMs);
  if (verb === 'type') await desk.type(rest.join(' '));
  // The browser's own dialog is left out: what a page says of a file is the same however it was picked.
  else if (verb === 'pick') await tab.upload('input[type="file"]', [join(desk.folder, rest.join(' '))]);
  else return desk.press(...keys.split(' '));
  await desk.quiet();
}
