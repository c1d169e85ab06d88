import type { Metadata } from 'sharp';

/** How much work a photo may make for what it holds. */
export interface DecodingSettings {
  /** More pixels than these are not decoded: a small file can unfold to any size. */
  readonly maxPixels: number;
  /** Nor what unfolds to more bytes. */
  readonly maxDecodedBytes: number;
  /** As many pixels as these are decoded of any photo, however little it holds: what a browser makes of a photo. */
  readonly freePixels: number;
  /** Beyond them a JPEG of more pixels for each of its bytes is decoded smaller: it shows nothing that would be lost. */
  readonly pixelsPerByte: number;
  /** A photo of more pixels than these takes seconds, and lets all others go first. */
  readonly heavyPixels: number;
}

/** What is known of a photo before it is decoded. */
export interface UndecodedPhoto {
  readonly header: Metadata;
  readonly bytes: Buffer;
}

/** By how much a photo is made smaller on its way out of the decoder, which then does less: 1, 2, 4 or 8; or it is not decoded at all. */
export function shrinkOf(photo: UndecodedPhoto, settings: DecodingSettings): number | 'too-large' {
  const { header, bytes } = photo;
  const { width, height, format } = header;
  const { maxPixels, maxDecodedBytes, freePixels, pixelsPerByte } = settings;
  if (width * height > maxPixels || decodedBytes(header) > maxDecodedBytes) return 'too-large';
  const work = width * height * passesOf(photo);
  const due = Math.max(freePixels, pixelsPerByte * bytes.length);
  if (work > unshrunk[format === 'jpeg' ? 'jpeg' : 'png'](photo) * due) return 'too-large';
  if (format !== 'jpeg') return 1;
  return [1, 2, 4].find((shrink) => work / shrink ** 2 <= due) ?? 8;
}

/** Tells whether a photo takes so long that others go first: its decoder reads all of its pixels, even where it makes it smaller. */
export function isHeavy(
  photo: UndecodedPhoto,
  { heavyPixels }: Pick<DecodingSettings, 'heavyPixels'>,
): boolean {
  const { width, height } = photo.header;
  return width * height * passesOf(photo) > heavyPixels;
}

/**
 * How many times what is due may be decoded without being made smaller first. A PNG cannot be, and costs little for its pixels; of a JPEG
 * in several passes all are read in any case; the others cost next to nothing where they are decoded at an eighth.
 */
const unshrunk = {
  png: () => 4,
  jpeg: ({ header }: UndecodedPhoto) => (header.isProgressive ? 2 : Number.POSITIVE_INFINITY),
};

function decodedBytes({ width, height, channels, depth, isProgressive }: Metadata): number {
  // What comes in several passes is held twice.
  return width * height * channels * (depth === 'ushort' ? 2 : 1) * (isProgressive ? 2 : 1);
}

/** As many scans as encoders write; a file of a few bytes can have a hundred, each of which goes over all pixels. */
const usualScans = 10;

/** How often the decoder goes over all pixels of a photo, beside a usual one of its kind. */
function passesOf({ header: { format, isProgressive }, bytes }: UndecodedPhoto): number {
  if (format !== 'jpeg' || !isProgressive) return 1;
  let scans = 0;
  // Within a scan 0xFF stands before nothing but zeros and restarts (ITU-T T.81, B.1.1.5).
  for (let at = bytes.indexOf(startOfScan); at >= 0; at = bytes.indexOf(startOfScan, at + 2)) scans += 1;
  return Math.max(1, scans / usualScans);
}

const startOfScan = Buffer.from([0xff, 0xda]);
