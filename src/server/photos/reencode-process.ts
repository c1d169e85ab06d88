import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';

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
  readonly settings: ReencodeSettings;
}

/** How photos are encoded anew. */
export interface ReencodeSettings {
  /** More pixels than these are not decoded: a small file can unfold to any size. */
  readonly maxPixels: number;
  /** The longest side of the preview, in pixels. */
  readonly previewPx: number;
}

/** `undecodable` is the photo's fault and final; `failed` is ours or the disk's and worth another try. */
export type ReencodeAnswer = { readonly number: number } & (
  | { readonly outcome: 'made'; readonly preview: Uint8Array }
  | { readonly outcome: 'undecodable' }
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
 * the file. A truncated photo counts as undecodable.
 */
async function reencodePhoto(request: ReencodeRequest): Promise<ReencodeAnswer> {
  const { number, output, settings } = request;
  let photo: Buffer;
  let preview: Buffer;
  try {
    photo = await encode(upright(request), request.type).toBuffer();
    const size = {
      width: settings.previewPx,
      height: settings.previewPx,
      fit: 'inside',
      withoutEnlargement: true,
    } as const;
    preview = await upright(request)
      .resize(size)
      .flatten({ background: '#fff' })
      .jpeg({ quality: 70 })
      .toBuffer();
  } catch {
    return { number, outcome: 'undecodable' };
  }
  try {
    await writeFile(output, photo, { mode: 0o600, flag: 'w' });
    return { number, outcome: 'made', preview };
  } catch (error) {
    return { number, outcome: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

function upright({ input, settings }: ReencodeRequest): Sharp {
  return sharp(input, {
    failOn: 'error',
    limitInputPixels: settings.maxPixels,
    sequentialRead: true,
    animated: false,
  })
    .autoOrient()
    .toColourspace('srgb');
}

function encode(image: Sharp, type: string): Sharp {
  return type === 'image/png' ? image.png() : image.jpeg({ quality: 88 });
}
