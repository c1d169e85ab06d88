/** A photo to scale. `number` identifies the request; the answer repeats it. */
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

/**
 * Scales a photo and returns the answer. It has no photo if scaling fails or is not needed, or if the result
 * would not have fewer bytes. Never rejects.
 */
export async function answerScaleRequest({ number, file }: ScaleRequest): Promise<ScaleAnswer> {
  try {
    const photo = await scalePhoto(file);
    return photo && photo.size < file.size ? { number, photo } : { number };
  } catch {
    return { number };
  }
}

/**
 * Returns the photo upright and scaled down to `longestSide`, as PNG if it is one, else as JPEG. Undefined if
 * it is not longer than that, or if the browser cannot draw or encode it. Rejects if the browser cannot
 * decode it.
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

/**
 * Returns the picture with both sides multiplied by `ratio`, encoded as `type`; undefined if the browser
 * cannot draw it or encode this type.
 */
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
