import { readFile, writeFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { createCallListener, stackErrors } from '../platform/concurrency/call-port.ts';
import { type DecodingSettings, getShrinkFactor, isHeavy } from './decoding-work.ts';

// The body of the process that `createReencoder` starts. Files of strangers are decoded in a separate
// process, so that a broken decoder cannot damage the server.

/** The calls that the process answers. */
export interface ReencodeCalls {
  /** Re-encodes a photo into a file. Never rejects. */
  readonly reencode: (request: ReencodeRequest) => Promise<ReencodeAnswer>;
}

export interface ReencodeRequest {
  /** The path of the original. */
  readonly input: string;
  /** The path of the file to write; an existing file is replaced. */
  readonly output: string;
  /** The media type to encode as: PNG, or JPEG for anything else. */
  readonly type: string;
  /** If true, a slow photo is answered with `heavy` and not decoded. */
  readonly isLightOnly: boolean;
  readonly settings: ReencodeSettings;
}

export interface ReencodeSettings extends DecodingSettings {
  /** The longest side of the preview, in pixels. */
  readonly previewPx: number;
}

/**
 * The answer. `heavy`: the photo is slow and only fast ones were asked for; `no-image`: not even its header
 * can be read; `damaged`: it has a header but cannot be decoded; `too-large`: decoding exceeds the limits;
 * `failed`: an error of the server or the disk.
 */
export type ReencodeAnswer =
  | { readonly outcome: 'made'; readonly preview: Uint8Array }
  | { readonly outcome: 'heavy' | 'no-image' | 'damaged' | 'too-large' }
  | { readonly outcome: 'failed'; readonly reason: string };

const calls: ReencodeCalls = { reencode: reencodePhoto };
process.on(
  'message',
  createCallListener(calls, { post: (answer) => process.send?.(answer), errors: stackErrors }),
);
process.on('disconnect', () => process.exit());

// Only the decoders of the supported types: libvips reads dozens of formats.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile'] });
// One photo at a time, without a cache.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Re-encodes a photo from its pixels into the file `output`: upright, in sRGB, without metadata (GPS above
 * all) and anything else in the file. The answer contains a preview. A truncated photo counts as damaged.
 * Never rejects.
 */
async function reencodePhoto(request: ReencodeRequest): Promise<ReencodeAnswer> {
  const { output, settings } = request;
  const header = await readHeader(request.input);
  if (header === undefined) return { outcome: 'no-image' };
  let photo: Buffer;
  try {
    const undecoded = { header, bytes: await readFile(request.input) };
    const shrink = getShrinkFactor(undecoded, settings);
    if (shrink === 'too-large') return { outcome: 'too-large' };
    if (request.isLightOnly && isHeavy(undecoded, settings)) return { outcome: 'heavy' };
    photo = await encodeAsType(openUpright(request, { header, shrink }), request.type).toBuffer();
  } catch {
    return { outcome: 'damaged' };
  }
  try {
    await writeFile(output, photo, { mode: 0o600, flag: 'w' });
    return { outcome: 'made', preview: await createPreview(output, settings) };
  } catch (error) {
    return { outcome: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Reads the header of a photo of any size; undefined if it is no image. */
async function readHeader(input: string): Promise<Metadata | undefined> {
  return sharp(input, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
}

/** Returns the preview of the new file, which is safe to decode: a small JPEG on a white background. */
function createPreview(made: string, { previewPx }: ReencodeSettings): Promise<Buffer> {
  const size = { width: previewPx, height: previewPx, fit: 'inside', withoutEnlargement: true } as const;
  return sharp(made, { limitInputPixels: false })
    .resize(size)
    .flatten({ background: '#fff' })
    .jpeg({ quality: 70 })
    .toBuffer();
}

/**
 * Returns a photo that is not decoded yet, to be rotated upright, in sRGB, with its width and height divided
 * by `shrink`.
 */
function openUpright(
  { input, settings }: ReencodeRequest,
  { header, shrink }: { readonly header: Metadata; readonly shrink: number },
): Sharp {
  const image = sharp(input, {
    failOn: 'error',
    limitInputPixels: settings.maxPixels,
    sequentialRead: true,
    animated: false,
  })
    .autoOrient()
    .toColourspace('srgb');
  // The size after rotation; `sharp` then lets the decoder shrink the image.
  const { width, height } = header.autoOrient;
  return shrink === 1
    ? image
    : image.resize(Math.ceil(width / shrink), Math.ceil(height / shrink), { fit: 'fill' });
}

/** Returns the image to be encoded as PNG if that is the type, else as JPEG. */
function encodeAsType(image: Sharp, type: string): Sharp {
  return type === 'image/png' ? image.png() : image.jpeg({ quality: 88 });
}
