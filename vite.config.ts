import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from 'vitest/config';
import { browserFlags, findBrowser } from './test/support/browser.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Also bundled for the server, so that the aliases below hold there and both sides draw the same. */
const aliased = [/^@rjsf\//, 'markdown-to-jsx', 'fast-uri'];

export default defineConfig(
  async (): Promise<ViteUserConfig> => ({
    plugins: [react()],
    // The programs have no files that are copied as they are; photographs and fonts are imported, and so hashed.
    publicDir: false,
    resolve: {
      alias: [
        // What a visitor's page need not load; each stub says why, and test/house/stubs.test.ts pins what they rely on.
        { find: /^markdown-to-jsx(\/react)?$/, replacement: here('widgets/stubs/markdown-to-jsx.ts') },
        { find: /^fast-uri$/, replacement: here('widgets/stubs/fast-uri.ts') },
      ],
      dedupe: ['react', 'react-dom'],
    },
    build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, target: 'baseline-widely-available' },
    environments: {
      client: {
        build: {
          outDir: 'dist/client',
          assetsDir: 'assets',
          manifest: true,
          emptyOutDir: true,
          cssCodeSplit: true,
          rolldownOptions: {
            input: {
              client: here('src/site/client.tsx'),
              // What the precompiled validators import: the manifest names it under 'src/site/validator-runtime.ts'.
              'validator-runtime': here('src/site/validator-runtime.ts'),
            },
            // The validators are compiled at run time of the server, so no importer is here to keep its exports.
            preserveEntrySignatures: 'strict',
          },
        },
      },
      ssr: {
        resolve: { noExternal: aliased },
        build: {
          outDir: 'dist/site',
          emptyOutDir: true,
          ssr: true,
          copyPublicDir: false,
          minify: false,
          sourcemap: true,
          rolldownOptions: {
            input: { server: here('src/site/server.tsx') },
            output: { entryFileNames: '[name].js' },
          },
        },
      },
    },
    builder: {},
    ...(process.env.VITEST ? { test: await tests() } : {}),
  }),
);

async function tests(): Promise<ViteUserConfig['test']> {
  return {
    reporters: [
      'default',
      './test/support/skipped-reporter.ts',
      ['json', { outputFile: '.cache/test/report.json' }],
    ],
    // A layer that has no tests yet is no failure of the others.
    passWithNoTests: true,
    coverage: { include: ['{schemas,engine,widgets,src}/**/*.{ts,tsx}'], reportsDirectory: 'coverage' },
    projects: [unit, await browser(), journeys],
  };
}

/** Modules on their own, in Node. */
const unit: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'unit',
    environment: 'node',
    include: ['{schemas,engine,widgets,src}/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/*.browser.test.ts', 'test/journeys/**'],
  },
};

/** Components, in a real browser. */
async function browser(): Promise<TestProjectInlineConfiguration> {
  const { playwright } = await import('@vitest/browser-playwright');
  return {
    extends: true,
    test: {
      name: 'browser',
      include: ['{widgets,src}/**/*.browser.test.tsx'],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          launchOptions: { executablePath: await findBrowser(), args: [...browserFlags] },
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  };
}

/** Whole visits: the test drives a browser against the real server, built once before. */
const journeys: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'journeys',
    environment: 'node',
    include: ['test/journeys/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
};
