import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import type { Engine, TabOptions } from '../browsers/tab.ts';
import { aPhoto } from '../support/a-photo.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { type EngineVisitor, engineVisitor } from './visitor.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Which engine the journeys are made in: a project of test/engines/vitest.config.ts each. */
    engine: Engine;
  }
}

interface EngineJourney {
  readonly engine: Engine;
  readonly server: RunningServer;
  readonly visitor: EngineVisitor;
  /** Further visitors, each with a browser of its own. */
  readonly newVisitor: (options?: TabOptions) => Promise<EngineVisitor>;
  /** Writes a photo, or what is none, and gives its path. */
  readonly file: (name: string) => Promise<string>;
}

/** `it` for journeys in the project's engine. A journey fails in the end where its pages complained of anything. */
export const it = test.extend<EngineJourney>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
    async ({}, use) => use(inject('engine')),
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
  newVisitor: async ({ engine, server }, use) => {
    const visitors: EngineVisitor[] = [];
    await use(async (options) => {
      const visitor = await engineVisitor(engine, server.url, options);
      visitors.push(visitor);
      return visitor;
    });
    for (const visitor of visitors) await visitor.leaves();
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
      writeFileSync(path, name.endsWith('.jpg') ? (await aPhoto(name)).buffer : '%PDF');
      return path;
    });
    rmSync(folder, { recursive: true });
  },
});
