import { describe, test } from 'vitest';
import { explainMissingPackagedBrowser } from '../support/browser.ts';
import { compareWithReference, saveDifference } from './compare.ts';
import { getReferenceUrl, type StatePicture } from './pictures.ts';
import { openPictureSession, type PictureSession } from './session.ts';

/** Less than a full stop. Another machine may round a colour differently. */
const toleratedPixels = 8;

const it = test.extend<{ readonly session: PictureSession | undefined }>({
  session: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
    async ({}, use) => {
      const session = explainMissingPackagedBrowser() === undefined ? await openPictureSession() : undefined;
      await use(session);
      await session?.close();
    },
    { scope: 'file' },
  ],
});

/** Declares a test for each of these pictures: it equals the reviewed one. */
export function describePictures(chosen: readonly StatePicture[]): void {
  describe('the looks', () => {
    it.for(chosen)('are as they were reviewed: $name', async (picture, { session, expect, skip }) => {
      if (!session) return skip(explainMissingPackagedBrowser());
      const { name, state } = picture;
      const taken = await session.take(picture);
      const { pixels, said, drawn } = await compareWithReference(getReferenceUrl(picture), taken);
      if (pixels > toleratedPixels) saveDifference(name, taken, drawn);
      const help = `see .cache/screenshots/${name}*.png; where it is meant, npx node test/screenshots/take.ts ${state.name}`;
      expect(pixels, `${name}: ${said}; ${help}`).toBeLessThanOrEqual(toleratedPixels);
    });
  });
}
