import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPuppeteerTab } from '../browsers/puppeteer-tab.ts';
import { openRelay } from '../browsers/relay.ts';
import type { Tab } from '../browsers/tab.ts';
import { aPhoto } from '../support/a-photo.ts';
import type { Desk } from './desk.ts';
import { firstUnheard, type Journey, linesFor, wronglyHeard } from './journey.ts';

/** What a browser with a reader can be. */
export type HeardBrowser = 'chromium' | 'firefox';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Which browser is listened to: a project of test/heard/vitest.config.ts each. */
    browser: HeardBrowser;
  }
}

/** What was heard after some keys. */
export interface Heard {
  readonly keys: string;
  readonly heard: readonly string[];
}

/** A page in a browser on a desk, to be worked by keys. */
export interface Listening {
  /** What is said once the page has been opened. */
  readonly opening: readonly string[];
  /** Presses keys and hears what is said until the reader is done, and for some time longer while `isHeard` says that it is not all. */
  readonly hear: (
    keys: string,
    isHeard?: (heard: readonly string[]) => boolean,
  ) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Opens a page in a fresh browser on a desk, with the keyboard on the page. */
export async function listenTo(desk: Desk, browser: HeardBrowser, url: string): Promise<Listening> {
  let said = desk.heard().length;
  const news = () => {
    const all = desk.heard();
    const fresh = all.slice(said);
    said = all.length;
    return fresh;
  };
  const tab = await openPuppeteerTab(browser, { env: desk.env, isSeen: true });
  await tab.goto(url);
  await awaitScripts(tab);
  await desk.focusWindow(browser);
  await focusPage(tab, desk);
  await desk.quiet();
  return {
    opening: news(),
    async hear(keys, isHeard = () => true) {
      await workKeys(keys, desk, tab);
      await desk.quiet();
      let heard = news();
      const deadline = Date.now() + longestWaitMs;
      while (!isHeard(heard) && Date.now() < deadline) {
        await wait(200);
        heard = [...heard, ...news()];
      }
      return heard;
    },
    close: () => tab.close(),
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
  for (let tries = 0; tries < 5 && !(await tab.evaluate(() => document.hasFocus())); tries++) {
    await desk.press('F6');
    await desk.quiet();
  }
}

/** `Tab Tab`, `type Ada Marsh`, `pick bow.jpg`, or `wait`. */
async function workKeys(keys: string, desk: Desk, tab: Tab): Promise<void> {
  const [verb, ...rest] = keys.split(' ');
  if (keys === 'wait') return;
  if (verb === 'type') return desk.type(rest.join(' '));
  // The browser's own dialog is left out: what a page says of a file is the same however it was picked.
  if (verb === 'pick') return tab.upload('input[type="file"]', [join(desk.folder, rest.join(' '))]);
  return desk.press(...keys.split(' '));
}

/** How a journey went. */
export interface Outcome {
  readonly steps: readonly Heard[];
  /** What was to be heard and was not, or was heard and should not have been; none where all was well. */
  readonly faults: readonly string[];
}

/** Plays a journey on a desk, against the server at an origin, to its end or its first fault. */
export async function play(
  journey: Journey,
  {
    desk,
    browser,
    origin,
    isRecorded = false,
  }: { desk: Desk; browser: HeardBrowser; origin: string; isRecorded?: boolean },
): Promise<Outcome> {
  const relay = await openRelay(origin);
  relay.delay('/graphql', sendingMs);
  for (const { path, times } of journey.fails) relay.fail(path, times);
  const steps: Heard[] = [];
  const faults: string[] = [];
  await layOut(desk);
  const page = await listenTo(desk, browser, `${relay.url}${journey.page}`);
  try {
    const never = linesFor(browser, journey.never);
    for (const { keys, lines, never: neverNow } of journey.steps) {
      const wanted = linesFor(browser, lines);
      const heard = await page.hear(keys, (words) => isRecorded || firstUnheard(wanted, words) === undefined);
      steps.push({ keys, heard });
      const missing = firstUnheard(wanted, heard);
      if (missing !== undefined) faults.push(`not heard after "${keys}": ${missing}`);
      const wrong = [
        ...wronglyHeard(never, heard, false),
        ...wronglyHeard(linesFor(browser, neverNow), heard, true),
      ];
      faults.push(...wrong.map((words) => `heard after "${keys}": ${words}`));
      if (faults.length > 0 && !isRecorded) break;
    }
  } finally {
    await page.close();
    await relay.close();
  }
  return { steps, faults };
}

/** The files that journeys pick. */
async function layOut({ folder }: Desk): Promise<void> {
  writeFileSync(join(folder, 'bow.jpg'), (await aPhoto('bow.jpg')).buffer);
  writeFileSync(join(folder, 'plan.pdf'), '%PDF');
}

/** Sending takes as long as a far network: what is said meanwhile is heard, and not cut short. */
const sendingMs = 1500;

/** What was heard, as a journey's file has it. */
export function transcriptOf(steps: readonly Heard[]): string {
  return steps.map(({ keys, heard }) => [`> ${keys}`, ...heard].join('\n')).join('\n\n');
}
