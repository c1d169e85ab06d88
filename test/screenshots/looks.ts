import { describe, test } from 'vitest';
import { whyNoPackagedBrowser } from '../support/browser.ts';
import { differenceOf, keepDiffering } from './compare.ts';
import { type Picture, referenceOf } from './pictures.ts';
import { openSession, type Session } from './session.ts';

/** Less than a full stop. Another machine may round a colour differently. */
const toleratedPixels = 8;

const it = test.extend<{ readonly session: Session | undefined }>({
  session: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
    async ({}, use) => {
      const session = whyNoPackagedBrowser() === undefined ? await openSession() : undefined;
      await use(session);
      await session?.close();
    },
    { scope: 'file' },
  ],
});

/** Declares a test for each of these pictures: it equals the reviewed one. */
export function describeLooks(chosen: readonly Picture[]): void {
  describe('the looks', () => {
    it.for(chosen)('are as they were reviewed: $name', async (picture, { session, expect, skip }) => {
      if (!session) return skip(whyNoPackagedBrowser());
      const { name, state } = picture;
      const taken = await session.take(picture);
      const { pixels, said, drawn } = await differenceOf(referenceOf(picture), taken);
      if (pixels > toleratedPixels) keepDiffering(name, taken, drawn);
      const help = `see .cache/screenshots/${name}*.png; where it is meant, npx node test/screenshots/take.ts ${state.name}`;
      expect(pixels, `${name}: ${said}; ${help}`).toBeLessThanOrEqual(toleratedPixels);
    });
  });
}
