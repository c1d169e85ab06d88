import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { startPhotoServer, storeAndReencode } from './support/photo-server.ts';
import {
  createAnimatedPng,
  createCameraJpeg,
  createCmykJpeg,
  createJpeg,
  createPicture,
  createPng,
  createPngBomb,
  createPolyglot,
  createTruncatedJpeg,
} from './support/pictures.ts';

describe('a stored photo', () => {
  it('is made anew without its metadata, upright, and its original goes', async () => {
    const server = await startPhotoServer();
    const original = await createCameraJpeg();
    expect((await sharp(original).metadata()).exif?.includes('Acme Cameras')).toBe(true);
    const made = await storeAndReencode(server, original);
    const { width, height, exif, orientation } = await sharp(made).metadata();
    expect({ width, height, exif, orientation }).toEqual({ width: 48, height: 64 });
    expect(made.includes('Acme')).toBe(false);
    expect(server.files()).toEqual([expect.stringMatching(/^ready\//)]);
  });

  it.each([
    ['CMYK', createCmykJpeg, 'image/jpeg', 'jpeg'],
    ['an animation', createAnimatedPng, 'image/png', 'png'],
    ['transparency', () => createPicture(40, 40).ensureAlpha(0.5).png().toBuffer(), 'image/png', 'png'],
  ])('with %s is made into a plain picture in sRGB', async (_what, make, type, format) => {
    const server = await startPhotoServer();
    const made = await sharp(await storeAndReencode(server, await make(), type)).metadata();
    expect(made).toMatchObject({ format, space: 'srgb' });
    expect(made.pages).toBeUndefined();
  });

  it('that is a page as well is nothing but a picture afterwards', async () => {
    const server = await startPhotoServer();
    expect((await storeAndReencode(server, await createPolyglot())).includes('<script>')).toBe(false);
  });

  it('that is a header of no picture is withheld, and the server lives on', async () => {
    const server = await startPhotoServer();
    const path = await server.named((await createJpeg()).subarray(0, 200));
    await server.photos.idle();
    expect(await server.state(path)).toBe('withheld');
    expect(server.files()).toEqual([]);
    expect((await fetch(server.link(path))).status).toBe(404);
    expect(server.logged()).toContainEqual(expect.objectContaining({ event: 'photo-withheld', id: path }));
    expect(await server.unusable([path])).toEqual([]);
  });

  it.each([
    ['is cut off', createTruncatedJpeg, 'image/jpeg', 'damaged'],
    ['unfolds to 3,600 megapixels', createPngBomb, 'image/png', 'too-large'],
    ['unfolds to more bytes than pixels', () => deepPng(), 'image/png', 'too-large'],
  ])('that %s stays in quarantine, and the server lives on', async (_what, make, type, fault) => {
    const server = await startPhotoServer({
      settings: { reencoding: { ...reencoding, maxDecodedBytes: 50_000_000 } },
    });
    const path = await server.named(await make(), type);
    await server.photos.idle();
    expect(await server.store.quarantine()).toMatchObject([{ path, fault, state: 'stored', makes: 1 }]);
    expect(await server.hasOriginal(path)).toBe(true);
    expect((await fetch(server.link(path))).status).toBe(503);
    expect(await server.unusable([path])).toEqual([]);
  });

  it('that breaks the process that makes it keeps its original, is tried again, and then waits for somebody', async () => {
    // No photo is processed within a millisecond: the process is ended as if it had crashed.
    const settings = { reencoding: { ...reencoding, timeoutMs: 1, retryAfterMs: [60_000, 600_000] } };
    const server = await startPhotoServer({ settings });
    const path = await server.named(await createPicture(3000, 3000).jpeg().toBuffer());
    const quarantined = async () => {
      await server.photos.idle();
      return (await server.store.quarantine())[0];
    };
    expect(await quarantined()).toMatchObject({
      path,
      fault: 'broke',
      makes: 1,
      makeAt: server.now() + 60_000,
    });
    server.pass(59_999);
    expect(await quarantined()).toMatchObject({ makes: 1 });
    server.pass(1);
    expect(await quarantined()).toMatchObject({ makes: 2, makeAt: server.now() + 600_000 });
    server.pass(600_000);
    expect((await quarantined())?.makeAt).toBeUndefined();
    expect(server.logged()).toContainEqual(
      expect.objectContaining({ level: 'error', event: 'photo-quarantined', id: path }),
    );
    expect(await server.hasOriginal(path)).toBe(true);
  });

  it('that is damaged is tried once more, and then waits for somebody', async () => {
    const server = await startPhotoServer({
      settings: { reencoding: { ...reencoding, retryAfterMs: [1, 1, 1] } },
    });
    const path = await server.named(await createTruncatedJpeg());
    await server.photos.idle();
    server.pass(1);
    await server.photos.idle();
    const [kept] = await server.store.quarantine();
    expect(kept).toMatchObject({ path, fault: 'damaged', makes: 2 });
    expect(kept?.makeAt).toBeUndefined();
  });

  it('in quarantine is handed out as it is when somebody releases it', async () => {
    const server = await startPhotoServer();
    const original = await createTruncatedJpeg();
    const path = await server.named(original);
    await server.photos.idle();
    expect(await server.store.requeuePhoto({ path, now: server.now(), isReleased: true })).toBe(true);
    await server.photos.idle();
    expect(await server.store.quarantine()).toEqual([]);
    expect(Buffer.from(await (await fetch(server.link(path))).arrayBuffer()).equals(original)).toBe(true);
    expect(await server.store.requeuePhoto({ path, now: server.now(), isReleased: true })).toBe(false);
  });

  it('is not made before an enquiry names it, nor for one that is suspected until it is released', async () => {
    const server = await startPhotoServer();
    const path = await server.stored(await createJpeg());
    await server.photos.idle();
    expect(await server.state(path)).toBe('stored');
    const { id } = await server.suspect([path]);
    await server.photos.idle();
    expect(await server.state(path)).toBe('stored');
    await server.store.release({ id, now: server.now() });
    await server.photos.idle();
    expect(await server.state(path)).toBe('ready');
  });

  it('has a small preview for the mail', async () => {
    const server = await startPhotoServer();
    await server.named(await createPicture(900, 600).png().toBuffer(), 'image/png');
    await server.photos.idle();
    const [mail] = await server.store.dueMails({ now: server.now(), limit: 1 });
    const preview = mail?.photos?.[0]?.preview;
    expect(await sharp(preview).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 213 });
  });
});

describe('the link to a photo', () => {
  it('gives the photo to be saved under the visitor’s name, as what it is', async () => {
    const server = await startPhotoServer();
    const path = await server.named(await createPng(), 'image/png', 'Böot "1".jpeg');
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
    const path = await server.named(await createJpeg());
    await server.photos.idle();
    const url = new URL(server.link(path));
    change(url);
    expect((await fetch(url)).status).toBe(404);
  });

  it('runs out', async () => {
    const server = await startPhotoServer();
    const path = await server.named(await createJpeg());
    await server.photos.idle();
    const link = server.link(path);
    server.pass(366 * 86_400_000);
    expect((await fetch(link)).status).toBe(404);
  });

  it('gives nothing before the photo was made anew, and says when it is on its way', async () => {
    const server = await startPhotoServer();
    const { path, ...target } = await server.target();
    expect((await fetch(server.link(path))).status).toBe(404);
    expect((await fetch(target.url)).status).toBe(404);
    const answer = await fetch(server.link(await server.stored(await createJpeg())));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
  });
});

const { reencoding } = serverSettings.photos;

/** Four channels of two bytes each: 64 MB. */
function deepPng(): Promise<Buffer> {
  return createPicture(4000, 2000, { plain: true }).ensureAlpha(0.5).toColourspace('rgb16').png().toBuffer();
}
