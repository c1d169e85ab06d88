import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { startPhotoServer, storeAndReencode } from './support/photo-server.ts';
import { createManyScans, createPicture } from './support/pictures.ts';

// Photos of tens of megapixels; the others are in making.test.ts.

describe('a stored photo', () => {
  it('of 48 megapixels is made anew', async () => {
    const server = await startPhotoServer();
    const large = await createPicture(8000, 6000).jpeg({ quality: 50 }).toBuffer();
    expect(await sharp(await storeAndReencode(server, large)).metadata()).toMatchObject({
      width: 8000,
      height: 6000,
    });
  });

  it('that shows less than its pixels could is made smaller, upright, by what costs the decoder least', async () => {
    const server = await startPhotoServer();
    const flat = await createPicture(8000, 6000, { plain: true })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await sharp(await storeAndReencode(server, flat)).metadata()).toMatchObject({
      width: 1500,
      height: 2000,
    });
    const small = await createPicture(2560, 2560, { plain: true }).jpeg().toBuffer();
    expect(await sharp(await storeAndReencode(server, small)).metadata()).toMatchObject({ width: 2560 });
  });

  it.each([
    ['a PNG', () => flat(6000).toColourspace('b-w').png({ compressionLevel: 9 }).toBuffer(), 'image/png'],
    ['a JPEG in passes', () => flat(4000).jpeg({ progressive: true }).toBuffer(), 'image/jpeg'],
    ['a JPEG in a hundred passes', () => createManyScans(2000, 100), 'image/jpeg'],
  ])('that makes much more work than it shows is not decoded: %s', async (_what, make, type) => {
    const server = await startPhotoServer();
    const path = await server.named(await make(), type);
    await server.photos.idle();
    expect(await server.store.quarantine()).toMatchObject([{ path, fault: 'too-large' }]);
  });
});

function flat(side: number) {
  return createPicture(side, side, { plain: true });
}
