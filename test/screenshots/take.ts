/**
 * Takes the reference pictures: `npx node test/screenshots/take.ts`, after `npm run build`, or only the named
 * ones: `npx node test/screenshots/take.ts photos dark`. Look at every changed picture before you commit it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { explainMissingPackagedBrowser } from '../support/browser.ts';
import { compressPng } from './camera.ts';
import { compareWithReference } from './compare.ts';
import { getReferenceUrl, type StatePicture, statePictures } from './pictures.ts';
import { openPictureSession } from './session.ts';

if (import.meta.main) {
  const reason = explainMissingPackagedBrowser();
  if (reason) throw new Error(`Cannot take the references: ${reason}`);
  const names = process.argv.slice(2);
  const session = await openPictureSession();
  for (const picture of statePictures)
    if (names.length === 0 || names.includes(picture.state.name))
      await updatePicture(picture, await session.take(picture));
  await session.close();
}

/** Keeps the file if the picture matches it. */
async function updatePicture(picture: StatePicture, taken: Buffer): Promise<void> {
  const path = getReferenceUrl(picture);
  const { pixels, said } = await compareWithReference(path, taken);
  if (pixels === 0) return;
  mkdirSync(new URL('.', path), { recursive: true });
  writeFileSync(path, await compressPng(taken));
  console.log(`${picture.name}: ${said}`);
}
