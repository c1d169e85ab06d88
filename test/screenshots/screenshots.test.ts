import { readdirSync } from 'node:fs';
import { describe, test } from 'vitest';
import { whyNoPackagedBrowser } from '../support/browser.ts';
import { differenceOf, keepDiffering } from './compare.ts';
import { pictures, referenceOf } from './pictures.ts';
import { openSession, type Session } from './session.ts';

/** Less than a full stop; another machine may round a colour another way. */
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

describe.concurrent('the looks', () => {
  it.for(pictures)('are as they were reviewed: $name', async (picture, { session, expect, skip }) => {
    if (!session) return skip(whyNoPackagedBrowser());
    const { name, state } = picture;
    const taken = await session.take(picture);
    const { pixels, said, drawn } = await differenceOf(referenceOf(picture), taken);
    if (pixels > toleratedPixels) keepDiffering(name, taken, drawn);
    const help = `see .cache/screenshots/${name}*.png; where it is meant, npx node test/screenshots/take.ts ${state.name}`;
    expect(pixels, `${name}: ${said}; ${help}`).toBeLessThanOrEqual(toleratedPixels);
  });

  it('are kept of no state that is gone', ({ expect }) => {
    const files = readdirSync(new URL('references/', import.meta.url));
    expect(files.toSorted()).toEqual(pictures.map(({ name }) => `${name}.png`).toSorted());
  });
});
