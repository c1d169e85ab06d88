import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import type { HeardBrowser } from './play.ts';

const browsers: readonly HeardBrowser[] = ['firefox', 'chromium'];

/** The same journeys with a screen reader in each browser: `npm run test:heard -- --project firefox -t dialog`. */
export default defineConfig({
  test: {
    reporters: [
      'default',
      './test/support/skipped-reporter.ts',
      ['json', { outputFile: '.cache/test/heard.json' }],
    ],
    maxWorkers: 2,
    projects: browsers.map(
      (browser): TestProjectInlineConfiguration => ({
        extends: true,
        test: {
          name: browser,
          environment: 'node',
          include: ['test/heard/*.test.ts'],
          globalSetup: ['test/support/build.ts'],
          provide: { browser },
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      }),
    ),
  },
});
