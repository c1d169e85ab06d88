import { createHash } from 'node:crypto';
import sharp from 'sharp';

const side = 8;
const cellPx = 40;

/** Creates a JPEG whose dark and light squares encode its owner. */
export function createMarkedPhoto(owner: string): Promise<Buffer> {
  const bits = createMark(owner);
  const width = side * cellPx;
  const pixels = Buffer.alloc(width * width * 3);
  for (let y = 0; y < width; y += 1)
    for (let x = 0; x < width; x += 1) {
      const bit = bits[Math.floor(y / cellPx) * side + Math.floor(x / cellPx)];
      pixels.fill(bit === '1' ? 225 : 30, (y * width + x) * 3, (y * width + x + 1) * 3);
    }
  return sharp(pixels, { raw: { width, height: width, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** True if a photo is complete and encodes this owner, even after it was re-encoded. */
export async function isMarkedBy(owner: string, photo: Buffer): Promise<boolean> {
  try {
    const { data, info } = await sharp(photo, { failOn: 'warning' })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    if (width !== side * cellPx || height !== side * cellPx) return false;
    const middle = (cell: number) => Math.floor((cell + 0.5) * cellPx);
    const bits = Array.from({ length: side * side }, (_, at) => {
      const [x, y] = [middle(at % side), middle(Math.floor(at / side))];
      return (data[(y * width + x) * channels] ?? 0) > 127 ? '1' : '0';
    });
    return bits.join('') === createMark(owner);
  } catch {
    return false;
  }
}

/** Returns 64 digits of 0 and 1. */
function createMark(owner: string): string {
  const digest = createHash('sha256')
    .update(owner)
    .digest()
    .subarray(0, (side * side) / 8);
  return [...digest].map((byte) => byte.toString(2).padStart(8, '0')).join('');
}
