import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import type { ServerOptions } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';
import {
  type ControlledUpload,
  createPhonePhoto,
  putPhotoBytes,
  requestUploadTarget,
  startUpload,
  uploadPhotoOverHttp,
} from '../support/uploads.ts';

// One target and a thousand uploads; uploads that never end.

const { uploads } = serverSettings.photos;

async function started(env: ServerOptions['env'] = {}) {
  const server = await startServerProcess({ env });
  onTestFinished(async () => {
    await server.stop();
  });
  return server;
}

/** Returns the files of pending uploads, of any process. */
function arriving(data: string): readonly string[] {
  return readdirSync(join(data, 'photos', 'incoming'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('owner.lock'))
    .map(({ name }) => name);
}

it('takes one upload a target from its first byte on, and the next one when that has failed', async () => {
  const server = await started();
  const photo = await createPhonePhoto();
  const target = await requestUploadTarget(server.url);
  const first = startUpload(target, photo.length);
  first.write(photo.subarray(0, 10_000));
  await expect.poll(() => arriving(server.data)).toHaveLength(1);

  const others = await Promise.all(Array.from({ length: 10 }, () => putPhotoBytes(target, photo)));
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 409));
  expect(arriving(server.data)).toHaveLength(1);

  first.destroy();
  await expect.poll(() => arriving(server.data)).toEqual([]);
  expect((await putPhotoBytes(target, photo)).status).toBe(200);
});

it('keeps no more than a share of its places for one address', async () => {
  const server = await started({ SLIPWAY_TRUST_PROXY: '1' });
  const photo = await createPhonePhoto();
  const held: ControlledUpload[] = [];
  for (let count = 0; count < uploads.openOfAddress; count += 1) {
    const upload = startUpload(await requestUploadTarget(server.url), photo.length);
    upload.write(photo.subarray(0, 10_000));
    held.push(upload);
  }
  await expect.poll(() => arriving(server.data)).toHaveLength(uploads.openOfAddress);
  const refused = await putPhotoBytes(await requestUploadTarget(server.url), photo);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);

  const other = await requestUploadTarget(server.url);
  const headers = { 'content-type': 'image/jpeg', 'x-forwarded-for': '192.0.2.7' };
  expect(
    (await fetch(other.url, { method: other.method, headers, body: new Uint8Array(photo) })).status,
  ).toBe(200);
  for (const upload of held) upload.destroy();
  await expect
    .poll(async () => (await putPhotoBytes(await requestUploadTarget(server.url), photo)).status)
    .toBe(200);
});

it('ends an upload that drips', async () => {
  const server = await started();
  const photo = await createPhonePhoto();
  const upload = startUpload(await requestUploadTarget(server.url), photo.length);
  upload.write(photo.subarray(0, 5000));
  expect(await upload.status).toBe(408);
  expect(arriving(server.data)).toEqual([]);
  upload.destroy();
});

it('removes at its start what a killed server left, and nothing of one that runs', async () => {
  const data = mkdtempSync(join(tmpdir(), 'slipway-uploads-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const photo = await createPhonePhoto();
  const killed = await startServerProcess({ env: { SLIPWAY_DATA: data } });
  const left = startUpload(await requestUploadTarget(killed.url), photo.length);
  left.write(photo.subarray(0, 10_000));
  await expect.poll(() => arriving(data)).toHaveLength(1);
  await killed.kill();
  expect(arriving(data)).toHaveLength(1);

  const running = await started({ SLIPWAY_DATA: data });
  expect(arriving(data)).toEqual([]);
  const upload = startUpload(await requestUploadTarget(running.url), photo.length);
  upload.write(photo.subarray(0, 10_000));
  await expect.poll(() => arriving(data)).toHaveLength(1);
  await started({ SLIPWAY_DATA: data });
  expect(arriving(data)).toHaveLength(1);
  upload.write(photo.subarray(10_000));
  upload.end();
  expect(await upload.status).toBe(200);
  expect(await uploadPhotoOverHttp(running.url, photo)).toMatch(/^photos\//);
});
