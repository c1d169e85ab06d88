import { readlinkSync, rmSync, truncateSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { startPhotoServer } from './support/photo-server.ts';
import { createJpeg, createTruncatedJpeg } from './support/pictures.ts';

const dayMs = 86_400_000;

describe('a photo that was stored', () => {
  it('may be named for a day', async () => {
    const server = await startPhotoServer();
    const path = await server.stored(await createJpeg());
    server.pass(dayMs);
    expect(await server.unusable([path])).toEqual([]);
    server.pass(1);
    expect(await server.unusable([path])).toEqual([path]);
  });

  it('may be named by a second enquiry', async () => {
    const server = await startPhotoServer();
    const path = await server.stored(await createJpeg());
    await server.claim([path]);
    expect(await server.unusable([path])).toEqual([]);
    await server.claim([path]);
    await server.photos.idle();
    expect(await server.store.dueMails({ now: server.now(), limit: 10 })).toHaveLength(2);
  });

  it('may not be named where it exceeds the limits of the field', async () => {
    const server = await startPhotoServer();
    const path = await server.stored(await createJpeg());
    const unusable = (limits: object) =>
      server.photos.findUnusable({ paths: [path], now: server.now(), limits });
    expect(await unusable({ bytes: 10 })).toEqual([path]);
    expect(await unusable({ types: ['image/png'] })).toEqual([path]);
    expect(await unusable({ types: ['image/jpeg'], bytes: 100_000 })).toEqual([]);
  });

  it('is on the disk before an enquiry may name it', async () => {
    const server = await startPhotoServer();
    const { path } = await server.unmade(await createJpeg());
    const handle = await open(join(server.folder, 'slipway.db'));
    const synced: string[] = [];
    const record = function (this: FileHandle) {
      synced.push(readlinkSync(`/proc/self/fd/${this.fd}`));
      return Promise.resolve();
    };
    vi.spyOn(Object.getPrototypeOf(handle), 'datasync').mockImplementation(record);
    vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockImplementation(record);
    await handle.close();
    expect(await server.unusable([path])).toEqual([]);
    vi.restoreAllMocks();
    const originals = join(server.folder, 'photos', 'originals');
    expect(synced).toEqual([join(originals, path.replace('photos/', '')), originals]);
  });

  it.each([
    ['all', undefined],
    ['the end', 100],
  ])('may not be named where a power cut took %s of it', async (_what, left) => {
    const server = await startPhotoServer();
    const { path, file } = await server.unmade(await createJpeg());
    if (left === undefined) rmSync(file);
    else truncateSync(file, left);
    expect(await server.unusable([path])).toEqual([path]);
  });

  it('goes when no enquiry has named it in a day, and stays when one has', async () => {
    const server = await startPhotoServer();
    const [claimed, unclaimed] = [
      await server.stored(await createJpeg()),
      await server.stored(await createJpeg()),
    ];
    const { path: unused } = await server.target();
    await server.claim([claimed]);
    await server.photos.idle();
    server.pass(dayMs + 3_600_000);
    await server.photos.sweep();
    expect(await server.store.findPhotos([claimed, unclaimed, unused])).toHaveLength(3);
    server.pass(3_600_001);
    await server.photos.sweep();
    expect(await server.store.findPhotos([unclaimed, unused])).toEqual([]);
    expect(server.files()).toEqual([`ready/${claimed.replace('photos/', '')}`]);
    expect((await fetch(server.link(claimed))).status).toBe(200);
  });
});

describe('the mail of an enquiry with photos', () => {
  it('waits until each is made anew or withheld, but not for ever', async () => {
    const server = await startPhotoServer();
    const { path } = await server.unmade(await createJpeg());
    await server.claim([path]);
    const due = () => server.store.dueMails({ now: server.now(), limit: 1, photosWaitMs: 1000 });
    expect(await due()).toEqual([]);
    server.pass(1000);
    expect(await due()).toMatchObject([{ photos: [{ path, state: 'stored' }] }]);
    server.pass(-1000);
    await server.store.recordPhotoReencoded({ path, state: 'withheld' });
    expect(await due()).toHaveLength(1);
  });

  it('waits no longer for what could not be made', async () => {
    const server = await startPhotoServer();
    const path = await server.named(await createTruncatedJpeg());
    await server.photos.idle();
    const due = await server.store.dueMails({ now: server.now(), limit: 1 });
    expect(due).toMatchObject([{ photos: [{ path, state: 'stored' }] }]);
  });
});
