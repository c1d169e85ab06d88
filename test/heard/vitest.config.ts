import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { UncaughtErrorReporter } from '../support/run-failures.ts';
import type { HeardBrowser } from './listener.ts';

const browsers: readonly HeardBrowser[] = ['firefox', 'chromium'];

/**
 * The names of the journeys: all if empty. With TEST_SUITE=quick, for `.ci/run`, a dialog and a sent enquiry.
 */
const names = process.env.TEST_SUITE === 'quick' ? ['dialog', 'sent'] : [];

const patient = { environment: 'node', testTimeout: 240_000, hookTimeout: 120_000 } as const;

/**
 * The same journeys with a screen reader in each browser: `npm run test:heard -- --project firefox -t
 * dialog`.
 */
export default defineConfig({
  test: {
    reporters: [
      'default',
      './test/support/skipped-reporter.ts',
      new UncaughtErrorReporter(),
      ['json', { outputFile: process.env.TEST_REPORT ?? '.cache/test/heard.json' }],
    ],
    // One worker per browser: each has its own display, and mostly waits.
    maxWorkers: browsers.length,
    projects: browsers.map(
      (browser): TestProjectInlineConfiguration => ({
        extends: true,
        test: {
          ...patient,
          name: browser,
          include: ['test/heard/heard.test.ts'],
          globalSetup: ['test/support/build.ts'],
          provide: { browser, names },
        },
      }),
    ),
  },
});
