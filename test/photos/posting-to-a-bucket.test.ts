import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createErrorAnswer, startFakeS3 } from '../../src/server/platform/bucket/testing/fake-s3.ts';
import { compileTestForm } from '../support/forms.ts';
import { startPhotoServer } from './support/photo-server.ts';
import { createJpeg, impostors } from './support/pictures.ts';

/** Creates posts of a browser without scripts, with photos in a bucket. */
async function posting() {
  const fake = await startFakeS3();
  // The test controls its speed, not the load of the machine.
  const bucketSettings = { silenceMs: 600_000, transferMs: 600_000 };
  const server = await startPhotoServer({ s3: fake, bucketSettings, startsAt: Date.now() });
  const post = (body: Readable, contentType = 'image/jpeg') =>
    server.photos.receivePosted({
      filename: 'stern.jpg',
      contentType,
      form: compileTestForm(),
      field: 'upload',
      address: '192.0.2.1',
      body,
    });
  return { fake, server, post };
}

const chunk = Buffer.alloc(2 ** 16);

/** Creates a photo of a given size that uses the memory of one chunk. */
async function largePhoto(bytes: number): Promise<Readable> {
  const begins = await createJpeg();
  return Readable.from(
    (function* () {
      yield begins;
      for (let left = bytes - begins.length; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
    })(),
  );
}

describe('a photo that is posted without scripts to a bucket', () => {
  it('gets there whole, may be named at once, and leaves nothing on this machine', async () => {
    const { fake, server, post } = await posting();
    const photo = await createJpeg();
    const outcome = await post(Readable.from([photo]));
    const path = outcome.isStored ? outcome.path : '';
    expect(outcome).toEqual({ isStored: true, path, bytes: photo.length });
    expect(fake.objects.get(path.replace('photos/', 'originals/'))?.equals(photo)).toBe(true);
    expect(await server.unusable([path])).toEqual([]);
    expect(server.files()).toEqual([]);
  });

  it('never gets there where it is none, or too large', async () => {
    const { fake, server, post } = await posting();
    for (const bytes of Object.values(impostors))
      expect(await post(Readable.from([Buffer.from(bytes)]))).toMatchObject({ isStored: false });
    expect(await post(await largePhoto(21 * 2 ** 20))).toMatchObject({ refusal: { code: 'too-large' } });
    expect(await post(Readable.from([]))).toMatchObject({ refusal: { code: 'empty' } });
    expect(fake.asked.filter((request) => request.startsWith('PUT'))).toEqual([]);
    expect(server.files()).toEqual([]);
  });

  it('is refused where the bucket does not take it, and leaves nothing either', async () => {
    const { fake, server, post } = await posting();
    fake.fault = createErrorAnswer(500, 'InternalError');
    await expect(post(Readable.from([await createJpeg()]))).rejects.toMatchObject({ code: 'failing' });
    expect(server.files()).toEqual([]);
  });

  it('waits on the disk where the bucket takes it slowly, with nine others', async () => {
    const { fake, server, post } = await posting();
    const gate = Promise.withResolvers<void>();
    const arrived: number[] = [];
    let waiting = 0;
    fake.fault = async (request, response) => {
      if (request.method !== 'PUT') return createErrorAnswer(404)(request, response);
      waiting += 1;
      await gate.promise;
      let bytes = 0;
      request.on('data', ({ length }: Buffer) => {
        bytes += length;
      });
      await once(request, 'end');
      arrived.push(bytes);
      response.end();
    };
    const size = 2 ** 20;
    const photos = await Promise.all(Array.from({ length: 10 }, () => largePhoto(size)));
    const outcomes = Promise.all(photos.map((photo) => post(photo)));
    await expect.poll(() => waiting).toBe(10);
    const files = readdirSync(join(server.folder, 'photos'), { recursive: true, withFileTypes: true });
    const photoFiles = files.filter((file) => file.isFile() && file.name.includes('.jpg'));
    const sizes = photoFiles.map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
    expect(sizes).toEqual(Array.from(photos, () => size));
    gate.resolve();
    expect((await outcomes).map(({ isStored }) => isStored)).toEqual(Array.from(photos, () => true));
    expect(arrived).toEqual(Array.from(photos, () => size));
    expect(server.files()).toEqual([]);
  });
});
