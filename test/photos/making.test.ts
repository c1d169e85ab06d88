import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { startPhotoServer } from './support/photo-server.ts';
import {
  animatedPng,
  bomb,
  cameraJpeg,
  cmykJpeg,
  jpeg,
  picture,
  png,
  polyglot,
  truncatedJpeg,
} from './support/pictures.ts';

describe('a stored photo', () => {
  it('is made anew without its metadata, upright, and its original goes', async () => {
    const server = await startPhotoServer();
    const original = await cameraJpeg();
    expect((await sharp(original).metadata()).exif?.includes('Acme Cameras')).toBe(true);
    const made = await remade(server, original);
    const { width, height, exif, orientation } = await sharp(made).metadata();
    expect({ width, height, exif, orientation }).toEqual({ width: 48, height: 64 });
    expect(made.includes('Acme')).toBe(false);
    expect(server.files()).toEqual([expect.stringMatching(/^ready\//)]);
  });

  it.each([
    ['CMYK', cmykJpeg, 'image/jpeg', 'jpeg'],
    ['an animation', animatedPng, 'image/png', 'png'],
    ['transparency', () => picture(40, 40).ensureAlpha(0.5).png().toBuffer(), 'image/png', 'png'],
  ])('with %s is made into a plain picture in sRGB', async (_what, make, type, format) => {
    const server = await startPhotoServer();
    const made = await sharp(await remade(server, await make(), type)).metadata();
    expect(made).toMatchObject({ format, space: 'srgb' });
    expect(made.pages).toBeUndefined();
  });

  it('of 48 megapixels is made anew', async () => {
    const server = await startPhotoServer();
    const large = await picture(8000, 6000, { plain: true }).jpeg().toBuffer();
    expect(await sharp(await remade(server, large)).metadata()).toMatchObject({ width: 8000, height: 6000 });
  });

  it('that is a page as well is nothing but a picture afterwards', async () => {
    const server = await startPhotoServer();
    expect((await remade(server, await polyglot())).includes('<script>')).toBe(false);
  });

  it.each([
    ['is cut off', truncatedJpeg, 'image/jpeg'],
    ['unfolds to 3,600 megapixels', bomb, 'image/png'],
    ['is a header and nothing else', async () => (await jpeg()).subarray(0, 200), 'image/jpeg'],
  ])('that %s is withheld, and the server lives on', async (_what, make, type) => {
    const server = await startPhotoServer();
    const path = await server.stored(await make(), type);
    await server.photos.idle();
    expect(await server.state(path)).toBe('withheld');
    expect(server.files()).toEqual([]);
    expect((await fetch(server.link(path))).status).toBe(404);
    expect(server.logged()).toContainEqual(expect.objectContaining({ event: 'photo-withheld', id: path }));
    expect(await server.unusable([path])).toEqual([]);
  });

  it('that breaks the process that makes it is withheld after the second time', async () => {
    // No photo is made within a millisecond: the process is ended as if it had broken.
    const server = await startPhotoServer({ settings: { reencoding: { ...reencoding, timeoutMs: 1 } } });
    const path = await server.stored(await picture(3000, 3000).jpeg().toBuffer());
    await server.photos.idle();
    expect(await server.state(path)).toBe('withheld');
  });

  it('has a small preview for the mail', async () => {
    const server = await startPhotoServer();
    const path = await server.stored(await picture(900, 600).png().toBuffer(), 'image/png');
    await server.claim([path]);
    await server.photos.idle();
    const [mail] = await server.store.dueMails({ now: server.now(), limit: 1 });
    const preview = mail?.photos?.[0]?.preview;
    expect(await sharp(preview).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 213 });
  });
});

describe('the link to a photo', () => {
  it('gives the photo to be saved under the visitor’s name, as what it is', async () => {
    const server = await startPhotoServer();
    const path = await server.stored(await png(), 'image/png', 'Böot "1".jpeg');
    await server.photos.idle();
    const answer = await fetch(server.link(path));
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `attachment; filename=photo.png; filename*=UTF-8''B%C3%B6ot%20%221%22.png`,
      'cache-control': 'private, no-store',
    });
    expect((await sharp(await answer.arrayBuffer()).metadata()).format).toBe('png');
  });

  it.each([
    ['altered', (url: URL) => url.searchParams.set('signature', 'x'.repeat(43))],
    ['given a longer life', (url: URL) => url.searchParams.set('expires', '99999999999999')],
    [
      'turned to another photo',
      (url: URL) => Object.assign(url, { pathname: `/api/photos/${'a'.repeat(32)}.jpg` }),
    ],
    [
      'turned to another file',
      (url: URL) => Object.assign(url, { pathname: '/api/photos/..%2F..%2Fslipway.db' }),
    ],
  ])('that was %s leads nowhere', async (_what, change) => {
    const server = await startPhotoServer();
    const path = await server.stored(await jpeg());
    await server.photos.idle();
    const url = new URL(server.link(path));
    change(url);
    expect((await fetch(url)).status).toBe(404);
  });

  it('runs out', async () => {
    const server = await startPhotoServer();
    const path = await server.stored(await jpeg());
    await server.photos.idle();
    const link = server.link(path);
    server.pass(366 * 86_400_000);
    expect((await fetch(link)).status).toBe(404);
  });

  it('gives nothing before the photo was made anew', async () => {
    const server = await startPhotoServer({ settings: { reencoding: { ...reencoding, tries: 0 } } });
    const { path, ...target } = await server.target();
    expect((await fetch(server.link(path))).status).toBe(404);
    expect((await fetch(target.url)).status).toBe(404);
  });
});

const reencoding = {
  maxPixels: 100_000_000,
  previewPx: 320,
  timeoutMs: 60_000,
  idleMs: 1000,
  tries: 2,
  retryMs: 100,
  yieldMs: 0,
};

type Server = Awaited<ReturnType<typeof startPhotoServer>>;

/** What an office gets of a photo. */
async function remade(server: Server, bytes: Buffer, type = 'image/jpeg'): Promise<Buffer> {
  const path = await server.stored(bytes, type);
  await server.photos.idle();
  expect(await server.state(path)).toBe('ready');
  return Buffer.from(await (await fetch(server.link(path))).arrayBuffer());
}
