import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config';
import { browserFlags, findTestBrowser } from './support/browser.ts';
import { CostsReporter } from './support/costs-reporter.ts';
import { findPostgres } from './support/postgres.ts';
import { UncaughtErrorReporter } from './support/run-failures.ts';

/** The test files of a run: the quick ones, the long ones, or both. */
type Suite = 'quick' | 'long' | 'all';

/**
 * Returns the configuration of every test. A file is long if its name contains `.long.`; its folder decides
 * the rest.
 *
 * @param suite From the environment variable `TEST_SUITE`; `quick` if it is absent.
 */
export async function testConfig(
  suite: Suite = suiteFrom(process.env.TEST_SUITE),
): Promise<ViteUserConfig['test']> {
  // Servers and workers of tests reuse Node's compile cache.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../.cache/node', import.meta.url));
  return {
    reporters: [
      'default',
      './test/support/skipped-reporter.ts',
      new UncaughtErrorReporter(),
      new CostsReporter(),
      // Vitest prefers this option to --outputFile; therefore a run with its own report sets the environment
      // variable.
      ['json', { outputFile: process.env.TEST_REPORT ?? '.cache/test/report.json' }],
    ],
    // By default Vitest leaves one core unused: on two cores that is half the machine.
    maxWorkers: '100%',
    coverage: { include: ['{schemas,engine,widgets,src}/**/*.{ts,tsx}'], reportsDirectory: 'coverage' },
    projects: [
      ...(suite === 'long' ? [] : await quickProjects()),
      ...(suite === 'quick' ? [] : await longProjects()),
    ],
  };
}

function suiteFrom(name: string | undefined): Suite {
  if (name === undefined || name === '') return 'quick';
  if (name === 'quick' || name === 'long' || name === 'all') return name;
  throw new Error(`Cannot run the tests of TEST_SUITE "${name}": there are "quick", "long" and "all".`);
}

/** Tests that install tools from a registry, and need a network. */
const withRegistry = 'test/hosts/**';

/** Folders whose tests call the built server or drive a browser against it. */
const onTheServer = 'test/{accessibility,durability,hostile,journeys,package,screenshots,server}';

/** Folders with their own Vitest configuration. */
const ownConfigurationFolders = 'test/{engines,heard}/**';

const sources = '{schemas,engine,widgets,src}/**';

/**
 * Files that mock modules (`vi.mock`) or set globals before a module is loaded: each needs its own process.
 */
const isolatedFiles = [
  'src/site/worker/worker.test.ts',
  'src/server/app/worker/start-store-worker.test.ts',
  'widgets/nested/apply-conditions.test.ts',
];

/**
 * Timeouts only guard against endless waits: a busy machine is slow. A condition is polled until `poll`, and
 * a test may wait for several.
 */
const shared = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  // The number of concurrent tests is that of cores on the smallest machine.
  maxConcurrency: 2,
} satisfies TestProjectInlineConfiguration['test'];

const inNode = {
  ...shared,
  environment: 'node',
  setupFiles: ['test/support/setup.ts'],
} satisfies TestProjectInlineConfiguration['test'];

async function quickProjects(): Promise<TestProjectInlineConfiguration[]> {
  const notQuick = ['**/*.long.*', '**/*.browser.test.tsx', '**/*.postgres.test.ts', ownConfigurationFolders];
  return [
    createProject({
      ...inNode,
      name: 'unit',
      isolate: false,
      include: [`${sources}/*.test.{ts,tsx}`, 'test/**/*.test.ts'],
      exclude: [...notQuick, ...isolatedFiles, `${onTheServer}/**`, 'test/browsers/**'],
    }),
    createProject({ ...inNode, name: 'isolated', include: isolatedFiles }),
    await browserProject('browser', [`${sources}/*.browser.test.tsx`], ['**/*.long.*']),
    createProject({
      ...inNode,
      name: 'server',
      isolate: false,
      include: ['test/{hostile,package,server}/**/*.test.ts'],
      exclude: notQuick,
      globalSetup: ['test/support/build.ts'],
    }),
    createProject({
      ...inNode,
      name: 'journeys',
      isolate: false,
      include: ['test/{accessibility,durability,journeys,screenshots}/**/*.test.ts'],
      exclude: notQuick,
      globalSetup: ['test/support/build.ts'],
    }),
    ...postgresProjects('postgres', ['{src,test}/**/*.postgres.test.ts'], ['**/*.long.*']),
  ];
}

async function longProjects(): Promise<TestProjectInlineConfiguration[]> {
  return [
    createProject({
      ...inNode,
      name: 'long',
      isolate: false,
      include: [`${sources}/*.long.test.{ts,tsx}`, 'test/**/*.long.test.ts'],
      exclude: [ownConfigurationFolders, withRegistry],
      globalSetup: ['test/support/build.ts'],
    }),
    createProject({
      ...inNode,
      name: 'long-hosts',
      include: [`${withRegistry}/*.long.test.ts`],
      globalSetup: ['test/support/build.ts'],
      testTimeout: 480_000,
      hookTimeout: 480_000,
    }),
    await browserProject('long-browser', [`${sources}/*.long.browser.test.tsx`], []),
    ...postgresProjects('long-postgres', ['{src,test}/**/*.long.postgres.test.ts'], []),
  ];
}

/** Tests of components in a real browser. */
async function browserProject(
  name: string,
  include: string[],
  exclude: string[],
): Promise<TestProjectInlineConfiguration> {
  const { playwright } = await import('@vitest/browser-playwright');
  const launchOptions = { executablePath: findTestBrowser(), args: [...browserFlags] };
  return {
    ...createProject({
      ...shared,
      name,
      include,
      exclude,
      setupFiles: ['test/support/setup-browser.ts'],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions }),
        instances: [{ browser: 'chromium' }],
      },
    }),
    // Libraries are bundled for each run, in its folder. The bundle of an earlier run may lack one, and a
    // library discovered in the middle of a run would load a second React.
    ...(process.env.TEST_FOLDER && { cacheDir: join(process.env.TEST_FOLDER, 'node_modules/.vite') }),
    optimizeDeps: { entries: ['{widgets,src}/**/*.browser.test.tsx'] },
  };
}

/** Tests that need a real PostgreSQL, which starts once per run. Without one, the run names it at its end. */
function postgresProjects(
  name: string,
  include: string[],
  exclude: string[],
): TestProjectInlineConfiguration[] {
  if (findPostgres() === undefined) return [];
  const globalSetup = ['test/support/build.ts', 'test/support/postgres-setup.ts'];
  return [createProject({ ...inNode, name, isolate: false, include, exclude, globalSetup })];
}

function createProject(test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return { extends: true, test };
}
