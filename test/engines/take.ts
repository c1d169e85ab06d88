/**
 * Takes the reference pictures of other engines: `npx node test/engines/take.ts`, or only those of the named
 * engines or pictures: `npx node test/engines/take.ts webkit dialog-375`. Look at every changed picture
 * before you commit it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { openBrowser } from '../browsers/open-browser.ts';
import type { Engine } from '../browsers/tab.ts';
import { compressPng } from '../screenshots/camera.ts';
import { compareWithReference } from '../screenshots/compare.ts';
import { explainMissingPackagedBrowser } from '../support/browser.ts';
import buildSite from '../support/build.ts';
import { startServerProcess } from '../support/server-process.ts';
import {
  enginesWithPictures,
  getPictureUrl,
  type ReferencePicture,
  referencePictures,
  takePagePicture,
} from './reference-picture.ts';
import { createEngineVisitor } from './visitor.ts';

if (import.meta.main) {
  const reason = explainMissingPackagedBrowser();
  if (reason) throw new Error(`Cannot take the references: ${reason}`);
  buildSite();
  const names = process.argv.slice(2);
  const engines = selectItems(enginesWithPictures, (engine) => names.includes(engine));
  const wanted = selectItems(referencePictures, ({ name }) => names.includes(name));
  for (const engine of engines) await takePictures(engine, wanted);
}

function selectItems<Item>(items: readonly Item[], isNamed: (item: Item) => boolean): readonly Item[] {
  const named = items.filter(isNamed);
  return named.length > 0 ? named : items;
}

async function takePictures(engine: Engine, wanted: readonly ReferencePicture[]): Promise<void> {
  const server = await startServerProcess();
  const browser = await openBrowser(engine);
  try {
    for (const look of wanted) {
      const visitor = await createEngineVisitor(await browser.newTab(), server.url);
      await updatePicture(engine, look, await takePagePicture(visitor, look));
      await visitor.leaves();
    }
  } finally {
    await browser.close();
    await server.kill();
  }
}

/** Keeps the file if the picture matches it. */
async function updatePicture(engine: Engine, look: ReferencePicture, taken: Buffer): Promise<void> {
  const path = getPictureUrl(engine, look);
  const { pixels, said } = await compareWithReference(path, taken);
  if (pixels === 0) return;
  mkdirSync(new URL('.', path), { recursive: true });
  writeFileSync(path, await compressPng(taken));
  console.log(`${engine} ${look.name}: ${said}`);
}
