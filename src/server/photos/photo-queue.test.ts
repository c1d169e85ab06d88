import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createLog } from '../platform/log/log.ts';
import type { PhotoEntry } from '../store/records/photo-entry.ts';
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

  it('makes photos that take long after all others, one by one', async () => {
    const paths = ['heavy-1', 'heavy-2', 'heavy-3', 'heavy-4', 'heavy-5', 'heavy-6', 'light-1'];
    const { options, left, reencode } = fakeOptions({ now: 3000, photos: paths.map(named) });
    const made: string[] = [];
    reencode.mockImplementation(async ({ input, isLightOnly }) => {
      const path = input.slice(1);
      if (path.startsWith('heavy') && isLightOnly) return { outcome: 'heavy' };
      made.push(path);
      // Another enquiry comes while the first of them is made.
      if (path === 'heavy-1') left.push(named('light-2'));
      return { outcome: 'made', preview: new Uint8Array() };
    });
    options.uploads.end();
    await startPhotoQueue(options).idle();
    expect(made.slice(0, 4)).toEqual(['light-1', 'heavy-1', 'light-2', 'heavy-2']);
    expect(made.toSorted()).toEqual([...paths, 'light-2'].toSorted());
  });
});

const named = (path: string): PhotoEntry => ({ ...photo, path });

function fakeOptions({
  now,
  photos = [photo],
}: {
  readonly now: number;
  readonly photos?: readonly PhotoEntry[];
}) {
  const waiting = Promise.withResolvers<void>();
  const idle = vi.fn((_timeoutMs: number) => waiting.promise);
  const reencode = vi.fn<PhotoQueueOptions['reencoder']['reencode']>(async () => ({
    outcome: 'made',
    preview: new Uint8Array(),
  }));
  const left = [...photos];
  const options = {
    records: {
      findPhotos: async (paths: readonly string[]) => left.filter(({ path }) => paths.includes(path)),
      photosToMake: async ({ limit }: { readonly limit: number }) => left.slice(0, limit),
      recordPhotoReencoded: async (done: { readonly path: string }) => {
        left.splice(
          left.findIndex(({ path }) => path === done.path),
          1,
        );
        return true;
      },
      recordPhotoFault: async () => undefined,
    },
    store: {
      openOriginal: async ({ path }: Pick<PhotoEntry, 'path'>) => ({
        file: `/${path}`,
        release: async () => undefined,
      }),
      createDraftPath: () => '/draft',
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
  return { options, left, idle, reencode };
}
