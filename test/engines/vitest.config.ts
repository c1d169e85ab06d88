import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import type { Engine } from '../browsers/tab.ts';

const engines: readonly Engine[] = ['firefox', 'webkit', 'chromium'];

/** Guards against what never ends, as in vite.config.ts. */
const patient = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
} satisfies TestProjectInlineConfiguration['test'];

/** Browsers that do not start, or no longer answer. */
const starting: TestProjectInlineConfiguration = {
  extends: true,
  test: { ...patient, name: 'starting', environment: 'node', include: ['test/browsers/*.test.ts'] },
};

/** The same journeys and pictures in each engine, against the built site: `npm run test:engines -- --project webkit -t photos`. */
export default defineConfig({
  test: {
    reporters: [
      'default',
      './test/support/skipped-reporter.ts',
      ['json', { outputFile: process.env.TEST_REPORT ?? '.cache/test/engines.json' }],
    ],
    maxWorkers: 2,
    projects: [...engines.map(journeysIn), starting],
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
    },
  };
}
