import fc from 'fast-check';
import { afterAll } from 'vitest';
import { readProcessorSeconds } from './processor-time.ts';

// Runs before each test file in Node.

declare module 'vitest' {
  interface TaskMeta {
    /** The processor time in seconds of a test file, with its browsers and servers. */
    processorSeconds?: number;
  }
}

// The same cases in every run of `npm test`: a property must not fail because of somebody else's change.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 20261126) });

const before = readProcessorSeconds();

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures a hook needs.
afterAll(({}, { file }) => {
  file.meta.processorSeconds = readProcessorSeconds() - before;
});
