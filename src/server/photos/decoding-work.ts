import type { Metadata } from 'sharp';

export interface DecodingSettings {
  /** Photos with more pixels are not decoded: a small file can expand to any size. */
  readonly maxPixels: number;
  /** Photos that would need more memory are not decoded either. */
  readonly maxDecodedBytes: number;
  /**
   * The number of pixels that are decoded of any photo, however small its file: the size to which browsers
   * scale photos.
   */
  readonly freePixels: number;
  /**
   * Above `freePixels`, a JPEG with more pixels per byte is decoded at a reduced size: it contains no detail
   * that would be lost.
   */
  readonly pixelsPerByte: number;
  /** Photos with more pixels take seconds and are processed after all others. */
  readonly heavyPixels: number;
}

/** The header of a photo, and the bytes of its whole file. */
export interface UndecodedPhoto {
  readonly header: Metadata;
  readonly bytes: Buffer;
}

/**
 * Returns the factor by which the decoder shrinks the width and height of a photo, which saves work: 1, 2, 4
 * or 8 for a JPEG, 1 for other types. Returns `too-large` if it must not be decoded, even shrunk.
 */
export function getShrinkFactor(photo: UndecodedPhoto, settings: DecodingSettings): number | 'too-large' {
  const { header, bytes } = photo;
  const { width, height, format } = header;
  const { maxPixels, maxDecodedBytes, freePixels, pixelsPerByte } = settings;
  if (width * height > maxPixels || estimateDecodedBytes(header) > maxDecodedBytes) return 'too-large';
  const work = width * height * countPasses(photo);
  const due = Math.max(freePixels, pixelsPerByte * bytes.length);
  if (work > unshrunkFactors[format === 'jpeg' ? 'jpeg' : 'png'](photo) * due) return 'too-large';
  if (format !== 'jpeg') return 1;
  return [1, 2, 4].find((shrink) => work / shrink ** 2 <= due) ?? 8;
}

/**
 * Returns true if a photo takes so long that others go first. The decoder reads all of its pixels, even if it
 * shrinks them.
 */
export function isHeavy(
  photo: UndecodedPhoto,
  { heavyPixels }: Pick<DecodingSettings, 'heavyPixels'>,
): boolean {
  const { width, height } = photo.header;
  return width * height * countPasses(photo) > heavyPixels;
}

/**
 * Functions that return the multiple of the usual work that a photo may need at full size; with more it is
 * too large. A PNG cannot be shrunk, but is cheap per pixel; of a progressive JPEG all pixels are read in any
 * case; other JPEGs cost almost nothing at an eighth of their size. All types but JPEG are treated as PNG.
 */
const unshrunkFactors = {
  png: () => 4,
  jpeg: ({ header }: UndecodedPhoto) => (header.isProgressive ? 2 : Number.POSITIVE_INFINITY),
};

/** Returns the bytes of memory that the decoded photo needs at full size. */
function estimateDecodedBytes({ width, height, channels, depth, isProgressive }: Metadata): number {
  // Progressive and interlaced images are in memory twice.
  return width * height * channels * (depth === 'ushort' ? 2 : 1) * (isProgressive ? 2 : 1);
}

/** The usual number of scans. A file of a few bytes can have a hundred, each of which covers all pixels. */
const usualScans = 10;

/**
 * Returns the effort per pixel, relative to a usual photo: 1, or more for a JPEG with unusually many scans.
 */
function countPasses({ header: { format, isProgressive }, bytes }: UndecodedPhoto): number {
  if (format !== 'jpeg' || !isProgressive) return 1;
  let scans = 0;
  // Within a scan, 0xFF is followed only by zeros and restart markers (ITU-T T.81, B.1.1.5).
  for (let at = bytes.indexOf(startOfScan); at >= 0; at = bytes.indexOf(startOfScan, at + 2)) scans += 1;
  return Math.max(1, scans / usualScans);
}

const startOfScan = Buffer.from([0xff, 0xda]);
