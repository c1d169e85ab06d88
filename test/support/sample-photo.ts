import sharp from 'sharp';

/** A small photo in the form that Playwright's `setInputFiles` accepts. */
export async function createSamplePhoto(name: string) {
  const image = sharp({ create: { width: 900, height: 600, channels: 3, background: '#2a6b7c' } });
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() };
}
