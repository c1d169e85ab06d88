import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import type { Engine } from '../browsers/tab.ts';

const engines: readonly Engine[] = ['firefox', 'webkit', 'chromium'];

/** The same journeys and pictures in each engine, against the built site: `npm run test:engines -- --project webkit -t photos`. */
export default defineConfig({
  test: {
    reporters: [
      'default',
      './test/support/skipped-reporter.ts',
      ['json', { outputFile: '.cache/test/engines.json' }],
    ],
    maxWorkers: 2,
    projects: engines.map(
      (engine): TestProjectInlineConfiguration => ({
        extends: true,
        test: {
          name: engine,
          environment: 'node',
          include: ['test/engines/*.test.ts'],
          globalSetup: ['test/support/build.ts'],
          provide: { engine },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      }),
    ),
  },
});
