import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import pixelmatch from 'pixelmatch';
import { decode, encode, type Picture } from './camera.ts';

/** How far a picture is from its reference. */
export interface Difference {
  /** How many pixels have another colour; those that smooth an edge do not count. All of them where the sizes differ. */
  readonly pixels: number;
  /** In words: `12 pixels differ`. */
  readonly said: string;
  /** PNG with what differs in red; absent where nothing does, or where there is nothing to lay it over. */
  readonly drawn?: Buffer;
}

/** How far a picture, as PNG, is from the reference that a file keeps. */
export async function differenceOf(reference: URL, taken: Buffer): Promise<Difference> {
  const now = await decode(taken);
  const all = now.width * now.height;
  if (!existsSync(reference)) return { pixels: all, said: 'there is no reference' };
  const kept = await decode(readFileSync(reference));
  if (kept.width !== now.width || kept.height !== now.height)
    return { pixels: all, said: `it is ${sizeOf(now)} in place of ${sizeOf(kept)}, ${partingOf(kept, now)}` };
  const drawn = new Uint8Array(kept.data.length);
  const pixels = pixelmatch(kept.data, now.data, drawn, kept.width, kept.height, { threshold: 0.1 });
  if (pixels === 0) return { pixels, said: 'nothing differs' };
  return { pixels, said: `${pixels} pixels differ`, drawn: await encode({ ...kept, data: drawn }) };
}

const differing = new URL('../../.cache/screenshots/', import.meta.url);

/** Keeps a picture that differs, and what differs, for whoever looks into it: under `.cache/screenshots/`. */
export function keepDiffering(name: string, taken: Buffer, drawn: Buffer | undefined): void {
  mkdirSync(differing, { recursive: true });
  writeFileSync(new URL(`${name}.png`, differing), taken);
  if (drawn) writeFileSync(new URL(`${name}-differs.png`, differing), drawn);
}

/** Where two pictures of unequal size begin to differ, so that a report alone tells what has grown or shrunk. */
function partingOf(kept: Picture, now: Picture): string {
  if (kept.width !== now.width) return 'and has another width';
  const rowBytes = kept.width * 4;
  const isSame = (row: number) => {
    const [from, to] = [row * rowBytes, (row + 1) * rowBytes];
    return Buffer.compare(kept.data.subarray(from, to), now.data.subarray(from, to)) === 0;
  };
  let row = 0;
  while (row < Math.min(kept.height, now.height) && isSame(row)) row++;
  return `and differs from ${row} px down`;
}

function sizeOf({ width, height }: Picture): string {
  return `${width} × ${height} px`;
}
