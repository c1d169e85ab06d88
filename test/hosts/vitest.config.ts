import { defineConfig } from 'vitest/config';

/**
 * Examples whose tools only a registry has: each is installed as its README says, which takes the network. `npm run test:hosts -- next` is
 * one of them.
 */
export default defineConfig({
  test: {
    reporters: [
      'default',
      './test/support/skipped-reporter.ts',
      ['json', { outputFile: '.cache/test/hosts.json' }],
    ],
    include: ['test/hosts/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    // What others build in takes long; as in vite.config.ts this guards against what never ends.
    testTimeout: 480_000,
    hookTimeout: 480_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
