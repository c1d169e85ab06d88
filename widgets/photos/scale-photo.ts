export interface ScaleRequest {
  readonly number: number;
  readonly file: Blob;
}

/** The worker's answer. `photo` is absent if the original file should be sent. */
export interface ScaleAnswer {
  readonly number: number;
  readonly photo?: Blob;
}

/** The longest side of a sent photo in pixels: it fills any screen and prints at 20 cm. */
const longestSide = 2560;

/** The JPEG quality: no visible difference to the camera's, with half the bytes. */
const quality = 0.82;

/** Answers a request. The answer has no photo if scaling fails or the result would not be smaller. */
export async function answerScaleRequest({ number, file }: ScaleRequest): Promise<ScaleAnswer> {
  try {
    const photo = await scalePhoto(file);
    return photo && photo.size < file.size ? { number, photo } : { number };
  } catch {
    return { number };
  }
}

/**
 * Returns the photo upright and at most `longestSide` long, as PNG if it is one, else as JPEG; undefined if
 * it is not longer. Throws if the browser cannot decode it.
 */
async function scalePhoto(file: Blob): Promise<Blob | undefined> {
  // 'from-image' is the default: the pixels are rotated as the camera's EXIF data require, and need no EXIF
  // data afterwards.
  const bitmap = await createImageBitmap(file);
  try {
    const ratio = longestSide / Math.max(bitmap.width, bitmap.height);
    if (ratio >= 1) return undefined;
    return await encodeScaled(bitmap, ratio, file.type === 'image/png' ? 'image/png' : 'image/jpeg');
  } finally {
    bitmap.close();
  }
}

/** Returns the picture in a smaller size; undefined if the browser cannot draw it or encode its type. */
async function encodeScaled(bitmap: ImageBitmap, ratio: number, type: string): Promise<Blob | undefined> {
  const width = Math.max(1, Math.round(bitmap.width * ratio));
  const height = Math.max(1, Math.round(bitmap.height * ratio));
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  const photo = await context.canvas.convertToBlob({ type, quality });
  // A browser that cannot encode a type encodes PNG instead.
  return photo.type === type ? photo : undefined;
}
