import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import pixelmatch from 'pixelmatch';
import { type DecodedPicture, decodePng, encodePng } from './camera.ts';

export interface PictureDifference {
  /** The number of pixels with another colour, without anti-aliasing. All of them if the sizes differ. */
  readonly pixels: number;
  /** A description: `12 pixels differ`. */
  readonly said: string;
  /**
   * A PNG with the differences in red. Absent without differences, or without a reference of the same size.
   */
  readonly drawn?: Buffer;
}

export async function compareWithReference(reference: URL, taken: Buffer): Promise<PictureDifference> {
  const now = await decodePng(taken);
  const all = now.width * now.height;
  if (!existsSync(reference)) return { pixels: all, said: 'there is no reference' };
  const stored = await decodePng(readFileSync(reference));
  if (stored.width !== now.width || stored.height !== now.height)
    return {
      pixels: all,
      said: `it is ${describeSize(now)} in place of ${describeSize(stored)}, ${describeFirstDifference(stored, now)}`,
    };
  const drawn = new Uint8Array(stored.data.length);
  const pixels = pixelmatch(stored.data, now.data, drawn, stored.width, stored.height, { threshold: 0.1 });
  if (pixels === 0) return { pixels, said: 'nothing differs' };
  return { pixels, said: `${pixels} pixels differ`, drawn: await encodePng({ ...stored, data: drawn }) };
}

const differing = new URL('../../.cache/screenshots/', import.meta.url);

/** Saves a picture and its difference for inspection, under `.cache/screenshots/`. */
export function saveDifference(name: string, taken: Buffer, drawn: Buffer | undefined): void {
  mkdirSync(differing, { recursive: true });
  writeFileSync(new URL(`${name}.png`, differing), taken);
  if (drawn) writeFileSync(new URL(`${name}-differs.png`, differing), drawn);
}

/**
 * Describes where two pictures of unequal size begin to differ, so that a report shows what has grown or
 * shrunk.
 */
function describeFirstDifference(stored: DecodedPicture, now: DecodedPicture): string {
  if (stored.width !== now.width) return 'and has another width';
  const rowBytes = stored.width * 4;
  const isSame = (row: number) => {
    const [from, to] = [row * rowBytes, (row + 1) * rowBytes];
    return Buffer.compare(stored.data.subarray(from, to), now.data.subarray(from, to)) === 0;
  };
  let row = 0;
  while (row < Math.min(stored.height, now.height) && isSame(row)) row++;
  return `and differs from ${row} px down`;
}

function describeSize({ width, height }: DecodedPicture): string {
  return `${width} × ${height} px`;
}
