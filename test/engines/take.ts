/**
 * Takes the reference pictures of other engines: `npx node test/engines/take.ts`, or only those of the named
 * engines or pictures: `npx node test/engines/take.ts webkit dialog-375`. Look at every changed picture
 * before you commit it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { openBrowser } from '../browsers/open-browser.ts';
import type { Engine } from '../browsers/tab.ts';
import { packed } from '../screenshots/camera.ts';
import { differenceOf } from '../screenshots/compare.ts';
import { whyNoPackagedBrowser } from '../support/browser.ts';
import buildSite from '../support/build.ts';
import { startServerProcess } from '../support/server-process.ts';
import { type Look, looks, pictured, referenceOf, takeLook } from './look.ts';
import { engineVisitor } from './visitor.ts';

if (import.meta.main) {
  const reason = whyNoPackagedBrowser();
  if (reason) throw new Error(`Cannot take the references: ${reason}`);
  buildSite();
  const names = process.argv.slice(2);
  const engines = chosen(pictured, (engine) => names.includes(engine));
  const wanted = chosen(looks, ({ name }) => names.includes(name));
  for (const engine of engines) await take(engine, wanted);
}

function chosen<Item>(items: readonly Item[], isNamed: (item: Item) => boolean): readonly Item[] {
  const named = items.filter(isNamed);
  return named.length > 0 ? named : items;
}

async function take(engine: Engine, wanted: readonly Look[]): Promise<void> {
  const server = await startServerProcess();
  const browser = await openBrowser(engine);
  try {
    for (const look of wanted) {
      const visitor = await engineVisitor(await browser.newTab(), server.url);
      await renew(engine, look, await takeLook(visitor, look));
      await visitor.leaves();
    }
  } finally {
    await browser.close();
    await server.kill();
  }
}

/** Keeps the file if the picture matches it. */
async function renew(engine: Engine, look: Look, taken: Buffer): Promise<void> {
  const path = referenceOf(engine, look);
  const { pixels, said } = await differenceOf(path, taken);
  if (pixels === 0) return;
  mkdirSync(new URL('.', path), { recursive: true });
  writeFileSync(path, await packed(taken));
  console.log(`${engine} ${look.name}: ${said}`);
}
