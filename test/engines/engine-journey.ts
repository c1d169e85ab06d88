import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { createReusableBrowser, openBrowser } from '../browsers/open-browser.ts';
import type { BrowserOptions, Engine, RunningBrowser } from '../browsers/tab.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createRareSite } from '../widgets/rare-site.ts';
import { createEngineVisitor, type EngineVisitor } from './visitor.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The engine of the journeys: each has a project in test/engines/vitest.config.ts. */
    engine: Engine;
  }
}

interface EngineJourney {
  readonly engine: Engine;
  /** Shared like the server, since a browser takes seconds to start. */
  readonly browser: Pick<RunningBrowser, 'newTab'>;
  readonly server: RunningServer;
  /** A server whose forms use rare features: widgets, steps, saved answers, a total. */
  readonly rare: RunningServer;
  readonly editing: RunningServer;
  readonly visitor: EngineVisitor;
  /** Further visitors. With options in a new browser, and optionally on another server. */
  readonly newVisitor: (options?: BrowserOptions, at?: RunningServer) => Promise<EngineVisitor>;
  /** Writes a photo, or another file, and returns its path. */
  readonly file: (name: string) => Promise<string>;
}

/** `it` for journeys in the project's engine. A journey fails at its end if its pages had complaints. */
export const it = test.extend<EngineJourney>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
    async ({}, use) => use(inject('engine')),
    { scope: 'file' },
  ],
  browser: [
    async ({ engine }, use) => {
      const browser = createReusableBrowser(() => openBrowser(engine));
      await use(browser);
      await browser.close();
    },
    { scope: 'file' },
  ],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const server = await startServer({ env: { SLIPWAY_RATE_LIMIT: 'off' } });
      await use(server);
      await server.stop();
    },
    { scope: 'file' },
  ],
  rare: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const rare = await startServer({
        env: { SLIPWAY_RATE_LIMIT: 'off' },
        ...createRareSite(),
      });
      await use(rare);
      await rare.stop();
    },
    { scope: 'file' },
  ],
  editing: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const editing = await startServer({ env: { SLIPWAY_STUDIO_PASSWORD: studioPassword } });
      await use(editing);
      await editing.stop();
    },
    { scope: 'file' },
  ],
  newVisitor: async ({ engine, browser, server }, use) => {
    const visitors: EngineVisitor[] = [];
    const browsers: RunningBrowser[] = [];
    const browserWith = async (options: BrowserOptions) => {
      const own = await openBrowser(engine, options);
      browsers.push(own);
      return own;
    };
    await use(async (options, at = server) => {
      const tab = await (options ? await browserWith(options) : browser).newTab();
      const visitor = await createEngineVisitor(tab, at.url);
      visitors.push(visitor);
      return visitor;
    });
    await Promise.allSettled(visitors.map((visitor) => visitor.leaves()));
    await Promise.all(browsers.map((own) => own.close()));
    for (const { relay } of visitors) expect(relay.complaints, 'what the page complained of').toEqual([]);
  },
  visitor: async ({ newVisitor }, use) => {
    await use(await newVisitor());
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  file: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-files-'));
    await use(async (name) => {
      const path = join(folder, name);
      writeFileSync(path, name.endsWith('.jpg') ? (await createSamplePhoto(name)).buffer : '%PDF');
      return path;
    });
    rmSync(folder, { recursive: true });
  },
});
