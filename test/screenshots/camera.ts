import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { browserFlags, preparePackagedBrowser } from '../support/browser.ts';
import { writeFontsConfig } from '../support/own-fonts.ts';
import { type Box, loadFonts } from '../support/pixels.ts';

export interface DecodedPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Fonts are drawn without hinting, whatever a machine's settings say. */
const drawingFlags = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'];

/** Starts the packaged browser with settings that draw alike on every machine. */
export function openCamera(): Promise<Browser> {
  return chromium.launch({
    executablePath: preparePackagedBrowser(),
    args: [...browserFlags, ...drawingFlags],
    env: { ...process.env, FONTCONFIG_FILE: writeFontsConfig() },
  });
}

/**
 * Returns the fonts of the machine on a page, besides those that the site ships: `['DejaVu Sans']`. A picture
 * with any differs between machines.
 */
export async function foreignFonts(page: Page): Promise<readonly string[]> {
  await page.evaluate(loadFonts);
  const client = await page.context().newCDPSession(page);
  await client.send('DOM.enable');
  await client.send('CSS.enable');
  const { root } = await client.send('DOM.getDocument');
  const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'body' });
  const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId });
  await client.detach();
  return fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName }) => familyName);
}

/** Takes a PNG of a page once its fonts and pictures have loaded and nothing moves, without a caret. */
export async function takePicture(page: Page, clip?: Box): Promise<Buffer> {
  await page.evaluate(() =>
    Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))),
  );
  await page.evaluate(awaitRest);
  return page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    fullPage: clip !== undefined,
    ...(clip && { clip }),
  });
}

/** Resolves when no finite animation is running, because it would appear half done. */
async function awaitRest(): Promise<void> {
  const listMoving = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      );
  for (let still = listMoving(); still.length > 0; still = listMoving())
    await Promise.allSettled(still.map(({ finished }) => finished));
}

/** Compresses a PNG losslessly, for size rather than speed, as the references are stored. */
export function compressPng(png: Buffer): Promise<Buffer> {
  return sharp(png)
    .removeAlpha()
    .png({ compressionLevel: 9, effort: 10, adaptiveFiltering: true })
    .toBuffer();
}

export async function decodePng(png: Buffer | string): Promise<DecodedPicture> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

export function encodePng({ width, height, data }: DecodedPicture): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}
