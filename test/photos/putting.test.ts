import { request } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { startPhotoServer, type UploadTargetAnswer } from './support/photo-server.ts';
import {
  createAnimatedPng,
  createCmykJpeg,
  createJpeg,
  createPng,
  createProgressiveJpeg,
  impostors,
} from './support/pictures.ts';

describe('putting a photo', () => {
  it.each([
    ['a JPEG', createJpeg, 'image/jpeg'],
    ['a JPEG called image/jpg', createJpeg, 'image/jpg'],
    ['a progressive JPEG', createProgressiveJpeg, 'image/jpeg'],
    ['a JPEG in CMYK', createCmykJpeg, 'image/jpeg'],
    ['a PNG', createPng, 'image/png'],
    ['an animated PNG', createAnimatedPng, 'image/png'],
  ])('stores %s, which an enquiry may then name', async (_what, make, type) => {
    const server = await startPhotoServer();
    const path = await server.stored(await make(), type);
    expect(await server.unusable([path])).toEqual([]);
  });

  it('stores nothing of a target that nothing was put to', async () => {
    const server = await startPhotoServer();
    const { path } = await server.target();
    expect(await server.unusable([path, 'photos/nowhere.jpg', '../secret'])).toEqual([
      path,
      'photos/nowhere.jpg',
      '../secret',
    ]);
  });

  it.each(Object.entries(impostors))('refuses %s that is called a JPEG', async (_what, bytes) => {
    const server = await startPhotoServer();
    const target = await server.target();
    const answer = await server.put(target, bytes);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ error: 'wrong-content' });
    expect(await server.unusable([target.path])).toEqual([target.path]);
    expect(server.files()).toEqual([]);
  });

  it('refuses a PNG that is called a JPEG', async () => {
    const server = await startPhotoServer();
    expect((await server.put(await server.target(), await createPng())).status).toBe(422);
  });

  it('takes another try after a refusal, and only one photo in all', async () => {
    const server = await startPhotoServer();
    const target = await server.target();
    await server.put(target, Buffer.from('no photo'));
    expect((await server.put(target, await createJpeg())).status).toBe(200);
    const again = await server.put(target, await createJpeg());
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ error: 'target-used' });
  });

  it('takes one of two that come at once', async () => {
    const server = await startPhotoServer();
    const target = await server.target();
    const photo = await createJpeg();
    const answers = await Promise.all([server.put(target, photo), server.put(target, photo)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('refuses a target that has expired', async () => {
    const server = await startPhotoServer();
    const target = await server.target();
    server.pass(300_001);
    const answer = await server.put(target, await createJpeg());
    expect(answer.status).toBe(410);
    expect(await answer.json()).toEqual({
      error: 'target-expired',
      message: 'the upload took too long to start, add it again',
    });
  });

  it.each([
    ['a longer life', (url: URL) => url.searchParams.set('expires', '99999999999999')],
    ['another type', (url: URL) => url.searchParams.set('type', 'image/png')],
    ['more bytes', (url: URL) => url.searchParams.set('bytes', '999999999')],
    ['another path', (url: URL) => Object.assign(url, { pathname: `/api/photos/${'a'.repeat(32)}.jpg` })],
    ['another signature', (url: URL) => url.searchParams.set('signature', 'x'.repeat(43))],
    ['no signature', (url: URL) => url.searchParams.delete('signature')],
    ['two signatures', (url: URL) => url.searchParams.append('signature', 'x')],
  ])('refuses a target that was given %s', async (_what, change) => {
    const server = await startPhotoServer();
    const target = await server.target();
    const url = new URL(target.url);
    change(url);
    const answer = await server.put({ ...target, url: url.href }, await createJpeg());
    expect(answer.status).toBe(403);
    expect(server.files()).toEqual([]);
  });

  it('refuses another type than the target’s', async () => {
    const server = await startPhotoServer();
    const answer = await server.put(await server.target('image/jpeg'), await createJpeg(), 'image/png');
    expect(answer.status).toBe(415);
  });

  it('refuses a photo without a byte', async () => {
    const server = await startPhotoServer();
    const answer = await server.put(await server.target(), new Uint8Array());
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'empty' });
  });

  it('refuses more bytes than the rules allow, told or untold, and leaves nothing behind', async () => {
    const server = await startPhotoServer({ settings: { maxBytes: 5000 } });
    const large = Buffer.concat([await createJpeg(), Buffer.alloc(200_000)]);
    expect(await status(await server.target(), large, { 'Content-Length': String(large.length) })).toBe(413);
    expect(await status(await server.target(), large, { 'Transfer-Encoding': 'chunked' })).toBe(413);
    expect(server.files()).toEqual([]);
  });

  it('takes a photo whose length is not told', async () => {
    const server = await startPhotoServer();
    expect(await status(await server.target(), await createJpeg(), { 'Transfer-Encoding': 'chunked' })).toBe(
      200,
    );
  });

  it('leaves nothing of an upload that is cut, and takes it again', async () => {
    const server = await startPhotoServer();
    const target = await server.target();
    const photo = await createJpeg();
    await cut(target, photo.subarray(0, 500), photo.length);
    await expect.poll(() => server.logged().some(({ event }) => event === 'photo-interrupted')).toBe(true);
    expect(server.files()).toEqual([]);
    expect(await server.unusable([target.path])).toEqual([target.path]);
    expect((await server.put(target, photo)).status).toBe(200);
  });

  it('says so on a full disk, logs it in one line, and lives on', async () => {
    let isFull = true;
    const full = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const server = await startPhotoServer({
      wrap: (photos) => ({
        ...photos,
        put: (photo) => (isFull ? Promise.reject(full()) : photos.put(photo)),
      }),
    });
    const target = await server.target();
    const answer = await server.put(target, await createJpeg());
    expect(answer.status).toBe(507);
    expect(await answer.json()).toMatchObject({ error: 'store-full' });
    expect(server.logged().filter(({ level }) => level === 'error')).toMatchObject([
      { event: 'photo-not-stored', errorCode: 'ENOSPC' },
    ]);
    isFull = false;
    expect((await server.put(target, await createJpeg())).status).toBe(200);
  });

  it('logs no file name and no address of a visitor', async () => {
    const server = await startPhotoServer();
    await server.stored(await createJpeg(), 'image/jpeg', 'Ann Berry at home.jpg');
    await server.put(await server.target('image/jpeg', 'Ann Berry.jpg'), Buffer.from('no photo'));
    expect(JSON.stringify(server.logged())).not.toMatch(/Berry|127\.0\.0\.1/);
  });
});

/** Returns the status of an upload with headers that `fetch` would not send. */
function status(
  { method, url }: UploadTargetAnswer,
  bytes: Uint8Array,
  headers: Record<string, string>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { 'Content-Type': 'image/jpeg', ...headers } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    // The first response counts, whatever happens to the rest of the upload.
    sent.on('error', reject);
    Readable.from(bytes.length > 60_000 ? halves(bytes) : [bytes]).pipe(sent);
  });
}

function halves(bytes: Uint8Array): readonly Uint8Array[] {
  return [bytes.subarray(0, bytes.length / 2), bytes.subarray(bytes.length / 2)];
}

function cut({ method, url }: UploadTargetAnswer, bytes: Uint8Array, length: number): Promise<void> {
  return new Promise((resolve) => {
    const headers = { 'Content-Type': 'image/jpeg', 'Content-Length': String(length) };
    const sent = request(url, { method, headers });
    sent.on('error', () => undefined);
    sent.on('close', resolve);
    sent.write(bytes, () => sent.destroy());
  });
}
