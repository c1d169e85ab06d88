import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** A picture of part of a page, in CSS pixels. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly at: (x: number, y: number) => Colour;
}

/** An area of a page, in CSS pixels from its top. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Shows every font once it has loaded: by default the pages use it from the next visit on
 * (src/site/styles/fonts.css).
 */
export async function awaitFonts(page: Page): Promise<void> {
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/font-display:\s*optional/g, 'font-display:block');
    await route.fulfill({ response, body });
  });
}

/**
 * Runs in the page: resolves once each of its fonts has loaded, even those not used yet, because a late font
 * shifts the page.
 */
export async function loadFonts(): Promise<void> {
  // Each is loaded separately, so that a missing font is reported as such and not as a page of another
  // height.
  await Promise.all(
    [...document.fonts].map((font) =>
      font.load().catch((error) => {
        throw new Error(`The font ${font.family} ${font.unicodeRange} did not arrive: ${error}`);
      }),
    ),
  );
  await document.fonts.ready;
}

/** Returns a picture of an area with `margin` pixels around it, without animations and caret. */
export async function capturePixels(page: Page, box: Box, margin = 0): Promise<Pixels> {
  const x = Math.max(0, Math.floor(box.x - margin));
  const y = Math.max(0, Math.floor(box.y - margin));
  const clip = {
    x,
    y,
    width: Math.ceil(box.x + box.width + margin) - x,
    height: Math.ceil(box.y + box.height + margin) - y,
  };
  return decodePng(await page.screenshot({ clip, fullPage: true, animations: 'disabled', caret: 'hide' }));
}

async function decodePng(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const at = (x: number, y: number): Colour => {
    const start = (y * width + x) * 3;
    return [data[start] ?? 0, data[start + 1] ?? 0, data[start + 2] ?? 0];
  };
  return { width, height, at };
}

/** WCAG 2.2, "contrast ratio": 1 to 21. */
export function getContrast(one: Colour, other: Colour): number {
  const [light, dark] = [getLuminance(one), getLuminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Returns the number of pixels that differ between two pictures of one size by at least a contrast. */
export function countChangedPixels(before: Pixels, after: Pixels, leastContrast = 3): number {
  return countPixels(before, (x, y) => {
    const [one, other] = [before.at(x, y), after.at(x, y)];
    // Most pixels are equal, and need no computation.
    return one.some((part, at) => part !== other[at]) && getContrast(one, other) >= leastContrast;
  });
}

/** Returns the number of pixels that have at least a contrast to a colour. */
export function countContrastingPixels(pixels: Pixels, from: Colour, leastContrast = 3): number {
  return countPixels(pixels, (x, y) => getContrast(pixels.at(x, y), from) >= leastContrast);
}

/**
 * Returns true if a box with `margin` pixels of page around it has a solid or dashed edge on all four sides,
 * in contrast to the page.
 */
export function hasEdges(pixels: Pixels, margin: number, leastContrast = 3): boolean {
  const { width, height, at } = pixels;
  const page = at(0, 0);
  const [columns, rows] = [aroundMiddle(width), aroundMiddle(height)];
  const depth = Array.from({ length: 4 }, (_, index) => margin - 1 + index);
  const isEdge = (colour: Colour) => getContrast(colour, page) >= leastContrast;
  return [
    depth.some((x) => rows.some((y) => isEdge(at(x, y)))),
    depth.some((x) => rows.some((y) => isEdge(at(width - 1 - x, y)))),
    depth.some((y) => columns.some((x) => isEdge(at(x, y)))),
    depth.some((y) => columns.some((x) => isEdge(at(x, height - 1 - y)))),
  ].every(Boolean);
}

/** More pixels than the gap between two dashes. */
function aroundMiddle(length: number): readonly number[] {
  return Array.from({ length: Math.min(8, length) }, (_, index) => Math.floor(length / 2) + index - 4);
}

function countPixels({ width, height }: Pixels, isOne: (x: number, y: number) => boolean): number {
  let found = 0;
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isOne(x, y)) found++;
  return found;
}

function getLuminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
