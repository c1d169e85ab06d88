import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createLog } from '../log/log.ts';
import type { PhotoEntry } from '../store/photo-entry.ts';
import { type PhotoQueueOptions, startPhotoQueue } from './photo-queue.ts';

const photo: PhotoEntry = {
  path: `photos/${'a'.repeat(32)}.jpg`,
  name: 'stern.jpg',
  type: 'image/jpeg',
  maxBytes: 100,
  issuedAt: 1000,
  state: 'stored',
  storedAt: 2000,
  bytes: 10,
  makes: 0,
};

describe('startPhotoQueue', () => {
  it('lets photos that arrive go first, as long as a photo may wait', async () => {
    const { options, idle, reencode } = fakeOptions({ now: 3000 });
    const queue = startPhotoQueue(options);
    queue.wake();
    await expect.poll(() => idle.mock.calls.length).toBeGreaterThan(0);
    expect(idle).toHaveBeenCalledWith(4000);
    await turn();
    expect(reencode).not.toHaveBeenCalled();
    options.uploads.end();
    await queue.idle();
    expect(reencode).toHaveBeenCalledOnce();
  });

  it('makes nothing more once it is stopped', async () => {
    const { options, idle, reencode } = fakeOptions({ now: 3000 });
    const queue = startPhotoQueue(options);
    queue.wake();
    await expect.poll(() => idle.mock.calls.length).toBeGreaterThan(0);
    const stopped = queue.stop();
    options.uploads.end();
    await stopped;
    expect(reencode).not.toHaveBeenCalled();
  });
});

function fakeOptions({ now }: { readonly now: number }) {
  const waiting = Promise.withResolvers<void>();
  const idle = vi.fn((_timeoutMs: number) => waiting.promise);
  const reencode = vi.fn(async () => ({ outcome: 'made', preview: new Uint8Array() }) as const);
  let left = [photo];
  const options = {
    records: {
      findPhotos: async () => [photo],
      photosToMake: async () => left,
      notePhotoReencoded: async () => {
        left = [];
        return true;
      },
      notePhotoFault: async () => undefined,
    },
    store: {
      openOriginal: async () => ({ file: '/original', release: async () => undefined }),
      draftFile: () => '/draft',
      storeReady: async () => undefined,
      remove: async () => undefined,
      removeOriginal: async () => undefined,
    },
    reencoder: { reencode, close: async () => undefined },
    uploads: { idle, end: waiting.resolve },
    log: createLog({ write: () => undefined, now: () => now }),
    now: () => now,
    settings: { retryAfterMs: [10], retryMs: 10, pollMs: 10, yieldMs: 5000 },
  } satisfies PhotoQueueOptions & { readonly uploads: { readonly end: () => void } };
  return { options, idle, reencode };
}
