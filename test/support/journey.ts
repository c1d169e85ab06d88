import { type Browser, chromium } from 'playwright-core';
import { test } from 'vitest';
import { browserFlags, findTestBrowser } from './browser.ts';
import { type RunningServer, type ServerOptions, startServer } from './server.ts';
import {
  openSharedProfile,
  type SharedProfile,
  type Visitor,
  type VisitorOptions,
  visitorOf,
} from './visitor.ts';

/** What a journey is given: the server and the browser are shared, a visitor is the test's own. */
export interface Journey {
  readonly server: RunningServer;
  readonly browser: Browser;
  /**
   * A visitor on the demonstration's pages, with nothing stored. The profile is the file's, so that what was loaded before may be cached:
   * first visits, clocks and what is set for a whole profile take `newVisitor`.
   */
  readonly visitor: Visitor;
  /** Further visitors, each with a fresh profile. */
  readonly newVisitor: (options?: VisitorOptions) => Promise<Visitor>;
}

/**
 * `it` for journeys. All journeys of a worker share its browser; those on the demonstration as it is share its server too: look for what a
 * journey of your own has sent, by its address. With options a file has a server of its own.
 *
 * Enquiries are not limited, since they all come from one address. A journey fails in the end if its visitors' browsers had anything
 * to complain about; `visitor.expectsTrouble()` is for those in which something breaks.
 */
export function journeysOn(options?: ServerOptions) {
  return options === undefined ? onDemonstration : journeysIn('file', options);
}

const onDemonstration = journeysIn('worker', {});

function journeysIn(scope: 'file' | 'worker', options: ServerOptions) {
  return test.extend<Journey & { readonly profile: SharedProfile }>({
    server: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
      async ({}, use) => {
        const server = await startServer({ ...options, env: { SLIPWAY_RATE_LIMIT: 'off', ...options.env } });
        await use(server);
        await server.stop();
      },
      { scope },
    ],
    browser: [
      // biome-ignore lint/correctness/noEmptyPattern: as above.
      async ({}, use) => {
        const browser = await chromium.launch({
          executablePath: findTestBrowser(),
          // A process for each page would compile the same scripts anew.
          args: [...browserFlags, '--renderer-process-limit=1'],
        });
        await use(browser);
        await browser.close();
      },
      { scope: 'worker' },
    ],
    newVisitor: async ({ browser, server }, use) => {
      const visitors: Visitor[] = [];
      await use(async (visitorOptions) => {
        const visitor = await visitorOf(browser, server.url, visitorOptions);
        visitors.push(visitor);
        return visitor;
      });
      for (const visitor of visitors) await visitor.leaves();
    },
    profile: [
      async ({ browser, server }, use) => {
        const profile = await openSharedProfile(browser, server.url);
        await use(profile);
        await profile.close();
      },
      { scope: 'file' },
    ],
    visitor: async ({ profile }, use) => {
      const visitor = await profile.newVisitor();
      await use(visitor);
      await visitor.leaves();
    },
  });
}
