/**
 * Takes the reference pictures: `npx node test/screenshots/take.ts`, after `npm run build`, or only the named
 * ones: `npx node test/screenshots/take.ts photos dark`. Look at every changed picture before you commit it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { whyNoPackagedBrowser } from '../support/browser.ts';
import { packed } from './camera.ts';
import { differenceOf } from './compare.ts';
import { type Picture, pictures, referenceOf } from './pictures.ts';
import { openSession } from './session.ts';

if (import.meta.main) {
  const reason = whyNoPackagedBrowser();
  if (reason) throw new Error(`Cannot take the references: ${reason}`);
  const names = process.argv.slice(2);
  const session = await openSession();
  for (const picture of pictures)
    if (names.length === 0 || names.includes(picture.state.name))
      await renew(picture, await session.take(picture));
  await session.close();
}

/** Keeps the file if the picture matches it. */
async function renew(picture: Picture, taken: Buffer): Promise<void> {
  const path = referenceOf(picture);
  const { pixels, said } = await differenceOf(path, taken);
  if (pixels === 0) return;
  mkdirSync(new URL('.', path), { recursive: true });
  writeFileSync(path, await packed(taken));
  console.log(`${picture.name}: ${said}`);
}
