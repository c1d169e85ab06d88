import sharp, { type Sharp } from 'sharp';

/** Creates a photo of a given size: noisy like a camera's, unless it is `plain`. */
export function createPicture(width: number, height: number, { plain = false } = {}): Sharp {
  const background = { r: 20, g: 90, b: 130 };
  if (plain) return sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false });
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background, noise }, limitInputPixels: false });
}

export function createJpeg(): Promise<Buffer> {
  return createPicture(64, 48).jpeg().toBuffer();
}

export function createPng(): Promise<Buffer> {
  return createPicture(64, 48).png().toBuffer();
}

/** Creates a rotated JPEG with a camera's EXIF: maker, location and orientation. */
export function createCameraJpeg(): Promise<Buffer> {
  return createPicture(64, 48)
    .withExif({
      IFD0: { Make: 'Acme Cameras', Orientation: '6' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '50/1 43/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '1/1 59/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

export function createCmykJpeg(): Promise<Buffer> {
  return createPicture(64, 48).toColourspace('cmyk').jpeg().toBuffer();
}

export function createProgressiveJpeg(): Promise<Buffer> {
  return createPicture(64, 48).jpeg({ progressive: true }).toBuffer();
}

/** Creates a JPEG cut after half of its bytes. */
export async function createTruncatedJpeg(): Promise<Buffer> {
  const whole = await createPicture(640, 480).jpeg().toBuffer();
  return whole.subarray(0, whole.length / 2);
}

/** Creates a plain progressive JPEG, with its last scan repeated `count` times. */
export async function createManyScans(side: number, count: number): Promise<Buffer> {
  const whole = await createPicture(side, side, { plain: true }).jpeg({ progressive: true }).toBuffer();
  const last = whole.lastIndexOf(Buffer.from([0xff, 0xda]));
  const end = whole.length - 2;
  const scans = Array<Buffer>(count).fill(whole.subarray(last, end));
  return Buffer.concat([whole.subarray(0, end), ...scans, whole.subarray(end)]);
}

/** Creates a PNG of a few hundred bytes that claims 60,000 pixels on each side. */
export async function createPngBomb(): Promise<Buffer> {
  const small = await createPicture(8, 8, { plain: true }).png().toBuffer();
  const changed = Buffer.from(small);
  changed.writeUInt32BE(60_000, 16);
  changed.writeUInt32BE(60_000, 20);
  changed.writeInt32BE(computeCrc(changed.subarray(12, 29)), 29);
  return changed;
}

/** Creates a JPEG that is also an HTML page. */
export async function createPolyglot(): Promise<Buffer> {
  return Buffer.concat([await createJpeg(), Buffer.from('<script>alert(document.domain)</script>')]);
}

/** Creates the beginning of a HEIC file, which a browser may report as a JPEG after renaming. */
export function createHeic(): Buffer {
  return Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic\0\0\0\0mif1heic'),
    Buffer.alloc(2000),
  ]);
}

/** Creates an animated PNG: the `acTL` chunk follows the header (APNG specification, "Structure"). */
export async function createAnimatedPng(): Promise<Buffer> {
  const still = await createPng();
  const data = Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]);
  return Buffer.concat([still.subarray(0, 33), createChunk('acTL', data), still.subarray(33)]);
}

/** Files of other types that claim to be pictures, by their type. */
export const impostors: Readonly<Record<string, Buffer>> = {
  HTML: Buffer.from('<!doctype html><script>alert(1)</script>'),
  SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  HEIC: createHeic(),
  text: Buffer.from('not a photo at all'),
  PDF: Buffer.from('%PDF-1.7\n'),
};

function createChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeInt32BE(computeCrc(body));
  return Buffer.concat([length, body, check]);
}

function computeCrc(bytes: Buffer): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value;
}
