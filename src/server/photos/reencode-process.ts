import { readFile, writeFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { type DecodingSettings, isHeavy, shrinkOf } from './decoding-work.ts';

// The body of the process that `createReencoder` starts: strangers' files are decoded here, away from everything that
// would be lost if a decoder broke.

/** One photo to be encoded anew. */
export interface ReencodeRequest {
  readonly number: number;
  /** The original's file. */
  readonly input: string;
  /** Where the new one goes. */
  readonly output: string;
  /** Its registered type, which the new one has too. */
  readonly type: string;
  /** Answers `heavy` for a photo that takes long, without decoding it. */
  readonly isLightOnly: boolean;
  readonly settings: ReencodeSettings;
}

/** How photos are encoded anew. */
export interface ReencodeSettings extends DecodingSettings {
  /** The longest side of the preview, in pixels. */
  readonly previewPx: number;
}

/**
 * `heavy`: it takes long, and only one that does not was asked for; `no-image`: not even its header can be read; `damaged`: it has one, and cannot be decoded; `too-large`: it would unfold to more than
 * it may; `failed` is ours or the disk's.
 */
export type ReencodeAnswer = { readonly number: number } & (
  | { readonly outcome: 'made'; readonly preview: Uint8Array }
  | { readonly outcome: 'heavy' | 'no-image' | 'damaged' | 'too-large' }
  | { readonly outcome: 'failed'; readonly reason: string }
);

process.on('message', async (request: ReencodeRequest) => {
  process.send?.(await reencodePhoto(request));
});
process.on('disconnect', () => process.exit());

// The photo's own decoders and no other: libvips reads dozens of formats.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile'] });
// One photo at a time; nothing of it is kept.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Encodes a photo anew from its pixels: upright, in sRGB, without metadata (GPS above all) and whatever else stood in
 * the file. A truncated photo counts as damaged.
 */
async function reencodePhoto(request: ReencodeRequest): Promise<ReencodeAnswer> {
  const { number, output, settings } = request;
  const header = await headerOf(request.input);
  if (header === undefined) return { number, outcome: 'no-image' };
  let photo: Buffer;
  try {
    const undecoded = { header, bytes: await readFile(request.input) };
    const shrink = shrinkOf(undecoded, settings);
    if (shrink === 'too-large') return { number, outcome: 'too-large' };
    if (request.isLightOnly && isHeavy(undecoded, settings)) return { number, outcome: 'heavy' };
    photo = await encode(upright(request, { header, shrink }), request.type).toBuffer();
  } catch {
    return { number, outcome: 'damaged' };
  }
  try {
    await writeFile(output, photo, { mode: 0o600, flag: 'w' });
    return { number, outcome: 'made', preview: await previewOf(output, settings) };
  } catch (error) {
    return { number, outcome: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** What a photo says of itself, of whatever size it is; undefined where it is none. */
async function headerOf(input: string): Promise<Metadata | undefined> {
  return sharp(input, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
}

/** From what was just made: decoding it is cheap, and safe. */
function previewOf(made: string, { previewPx }: ReencodeSettings): Promise<Buffer> {
  const size = { width: previewPx, height: previewPx, fit: 'inside', withoutEnlargement: true } as const;
  return sharp(made, { limitInputPixels: false })
    .resize(size)
    .flatten({ background: '#fff' })
    .jpeg({ quality: 70 })
    .toBuffer();
}

function upright(
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
  // As large as it stands upright; `sharp` has the decoder itself make it smaller.
  const { width, height } = header.autoOrient;
  return shrink === 1
    ? image
    : image.resize(Math.ceil(width / shrink), Math.ceil(height / shrink), { fit: 'fill' });
}

function encode(image: Sharp, type: string): Sharp {
  return type === 'image/png' ? image.png() : image.jpeg({ quality: 88 });
}
