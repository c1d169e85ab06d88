import { type Browser, chromium } from 'playwright-core';
import { type RunnerTestCase, test } from 'vitest';
import { browserFlags, findTestBrowser } from './browser.ts';
import { printPages } from './page-report.ts';
import { type RunningServer, type ServerOptions, startServer } from './server.ts';
import {
  createVisitor,
  openSharedProfile,
  type SharedProfile,
  type Visitor,
  type VisitorOptions,
} from './visitor.ts';

/** The fixtures of a journey: server and browser are shared, the visitor is the test's own. */
export interface Journey {
  readonly server: RunningServer;
  readonly browser: Browser;
  /**
   * A visitor on the demonstration's pages, with nothing stored. The profile is shared by the file, so
   * resources of earlier visits may be cached. Tests of first visits, clocks and settings of a profile use
   * `newVisitor`.
   */
  readonly visitor: Visitor;
  readonly newVisitor: (options?: VisitorOptions) => Promise<Visitor>;
}

/**
 * `it` for journeys. All journeys of a worker share its browser; those on the unchanged demonstration share
 * its server too: find your own enquiries by their address. With options, a file has its own server.
 *
 * Enquiries are not limited, since all come from one address. A journey fails at its end if a browser logged
 * errors or warnings. `visitor.expectsTrouble()` allows them for journeys in which something breaks.
 */
export function journeysOn(options?: ServerOptions) {
  return options === undefined ? onDemonstration : journeysIn('file', options);
}

/** Starts the browser; once more if it crashes at its start, of which its own threads are the cause. */
async function launchBrowser(): Promise<Browser> {
  const launch = () =>
    chromium.launch({
      executablePath: findTestBrowser(),
      // One process per page would compile the same scripts again.
      args: [...browserFlags, '--renderer-process-limit=1'],
    });
  try {
    return await launch();
  } catch (error) {
    if (!String(error).includes('signal=SIGSEGV')) throw error;
    return launch();
  }
}

/** Prints what the visitor's pages show, if the test has failed. */
async function printFailure({ context, troubles }: Visitor, { result }: RunnerTestCase): Promise<void> {
  if (result?.state === 'fail') await printPages(context, troubles);
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
        const browser = await launchBrowser();
        await use(browser);
        await browser.close();
      },
      { scope: 'worker' },
    ],
    newVisitor: async ({ browser, server, task }, use) => {
      const visitors: Visitor[] = [];
      await use(async (visitorOptions) => {
        const visitor = await createVisitor(browser, server.url, visitorOptions);
        visitors.push(visitor);
        return visitor;
      });
      for (const visitor of visitors) {
        await printFailure(visitor, task);
        await visitor.leaves();
      }
    },
    profile: [
      async ({ browser, server }, use) => {
        const profile = await openSharedProfile(browser, server.url);
        await use(profile);
        await profile.close();
      },
      { scope: 'file' },
    ],
    visitor: async ({ profile, task }, use) => {
      const visitor = await profile.newVisitor();
      await use(visitor);
      await printFailure(visitor, task);
      await visitor.leaves();
    },
  });
}
