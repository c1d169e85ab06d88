/** What the worker is asked: a photo and the type in which it is to come back. */
export interface ScaleRequest {
  readonly number: number;
  readonly file: Blob;
}

/** What the worker answers: `photo` is absent where the file had better go as it is. */
export interface ScaleAnswer {
  readonly number: number;
  readonly photo?: Blob;
}

/** The longest side of what is sent, in pixels: fills any screen and prints at 20 cm. */
const longestSide = 2560;

/** JPEG quality: an eye sees no difference to the camera's own, a line carries half. */
const quality = 0.82;

/** Answers a request; a photo that cannot be decoded or scaled here goes as it is. */
export async function answerOf({ number, file }: ScaleRequest): Promise<ScaleAnswer> {
  try {
    const photo = await scalePhoto(file);
    return photo && photo.size < file.size ? { number, photo } : { number };
  } catch {
    return { number };
  }
}

/** The photo upright, at most `longestSide` long, of the type that it had; `undefined` where it is small already. */
async function scalePhoto(file: Blob): Promise<Blob | undefined> {
  // 'from-image' is the default: the pixels come turned as the camera's EXIF says, and need no EXIF afterwards.
  const bitmap = await createImageBitmap(file);
  try {
    const ratio = longestSide / Math.max(bitmap.width, bitmap.height);
    if (ratio >= 1) return undefined;
    return await encode(bitmap, ratio, file.type === 'image/png' ? 'image/png' : 'image/jpeg');
  } finally {
    bitmap.close();
  }
}

async function encode(bitmap: ImageBitmap, ratio: number, type: string): Promise<Blob | undefined> {
  const width = Math.max(1, Math.round(bitmap.width * ratio));
  const height = Math.max(1, Math.round(bitmap.height * ratio));
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  const photo = await context.canvas.convertToBlob({ type, quality });
  // A browser that cannot write a type writes PNG in its place.
  return photo.type === type ? photo : undefined;
}
