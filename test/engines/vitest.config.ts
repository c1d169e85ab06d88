import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import type { Engine } from '../browsers/tab.ts';
import { UncaughtErrorReporter } from '../support/run-failures.ts';

const engines: readonly Engine[] = ['firefox', 'webkit', 'chromium'];

/** Guards against endless waits, as in vite.config.ts. */
const patient = {
  testTimeout: 400_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
} satisfies TestProjectInlineConfiguration['test'];

/**
 * With TEST_SUITE=quick, for `.ci/run`: an enquiry of each kind in each engine but Chromium, which `npm test`
 * uses, and one change in the studio.
 */
const isQuick = process.env.TEST_SUITE === 'quick';
const quickNames =
  /type 8$|that was sent empty|whose sending fails|is sent without scripts|arrive, are refused|is opened, used, closed|with the pointer and sent|in Arabic runs|contact-375$|changes a label, which the preview shows/;

/**
 * The same journeys and pictures in each engine, with the built site: `npm run test:engines -- --project
 * webkit -t photos`.
 */
export default defineConfig({
  test: {
    reporters: [
      'default',
      './test/support/skipped-reporter.ts',
      new UncaughtErrorReporter(),
      ['json', { outputFile: process.env.TEST_REPORT ?? '.cache/test/engines.json' }],
    ],
    maxWorkers: 2,
    projects: (isQuick ? engines.filter((engine) => engine !== 'chromium') : engines).map(journeysIn),
  },
});

function journeysIn(engine: Engine): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      ...patient,
      name: engine,
      environment: 'node',
      include: ['test/engines/*.test.ts'],
      globalSetup: ['test/support/build.ts'],
      provide: { engine },
      ...(isQuick && { testNamePattern: quickNames }),
    },
  };
}
