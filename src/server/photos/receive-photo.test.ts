import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type IncomingPhoto, InterruptedUpload, receivePhoto } from './receive-photo.ts';

const jpegMark = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

describe('receivePhoto', () => {
  it.each([4, 4100, 4101, 1_500_000])('writes a photo of %i bytes as it came', async (count) => {
    const { folder, incoming } = place();
    const photo = Buffer.concat([jpegMark, Buffer.alloc(count - 4, 7)]);
    const body = Readable.from([photo.subarray(0, 3), photo.subarray(3)]);
    expect(await receivePhoto(incoming(body))).toEqual({ isReceived: true, bytes: count });
    expect(readFileSync(join(folder, 'photo')).equals(photo)).toBe(true);
  });

  it.each([
    ['empty', []],
    ['wrong-content', [Buffer.from('<svg/>')]],
    ['too-large', [jpegMark, Buffer.alloc(2_000_000)]],
    ['too-large', [jpegMark, Buffer.alloc(5000), Buffer.alloc(2_000_000)]],
  ])('refuses as %s and leaves nothing', async (code, chunks) => {
    const { folder, incoming } = place();
    const outcome = await receivePhoto(incoming(Readable.from(chunks)));
    expect(outcome).toMatchObject({ isReceived: false, refusal: { code } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('throws when the connection breaks, whenever it does, and leaves nothing', async () => {
    const { folder, incoming } = place();
    const broken = new InterruptedUpload();
    const before = new PassThrough().destroy();
    await expect(receivePhoto(incoming(before))).rejects.toEqual(broken);

    const amongTheFirst = new PassThrough();
    amongTheFirst.write(jpegMark);
    const one = receivePhoto(incoming(amongTheFirst));
    amongTheFirst.destroy();
    await expect(one).rejects.toEqual(broken);

    const afterwards = new PassThrough();
    afterwards.write(Buffer.concat([jpegMark, Buffer.alloc(5000)]));
    afterwards.on('pause', () => afterwards.destroy());
    await expect(receivePhoto(incoming(afterwards))).rejects.toEqual(broken);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('tells of a full disk, and makes room on it again at once', async ({ skip }) => {
    const { folder, incoming } = place();
    const mounted = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
    if (mounted.status !== 0) skip('nobody may mount a small disk here');
    onTestFinished(() => void spawnSync('/bin/umount', [folder]));
    const body = Readable.from([jpegMark, ...Array.from({ length: 20 }, () => Buffer.alloc(65_536))]);
    await expect(receivePhoto(incoming(body))).rejects.toMatchObject({ code: 'ENOSPC' });
    const { bfree, blocks } = statfsSync(folder);
    expect({ left: readdirSync(folder), bfree }).toEqual({ left: [], bfree: blocks });
  });

  it('throws what the disk says, though there is no file to remove', async () => {
    const { folder, incoming } = place();
    const photo = { ...incoming(Readable.from([jpegMark])), file: join(folder, 'absent', 'photo') };
    await expect(receivePhoto(photo)).rejects.toMatchObject({ code: 'ENOENT', syscall: 'open' });
  });
});

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-incoming-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const incoming = (body: Readable): IncomingPhoto => ({
    body,
    file: join(folder, 'photo'),
    type: 'image/jpeg',
    maxBytes: 1_500_000,
  });
  return { folder, incoming };
}
