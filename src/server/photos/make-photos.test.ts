import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createLog } from '../log/log.ts';
import type { PhotoEntry } from '../store/photo-entry.ts';
import { type PhotoMakerParts, startPhotoMaker } from './make-photos.ts';

const photo: PhotoEntry = {
  path: `photos/${'a'.repeat(32)}.jpg`,
  name: 'stern.jpg',
  type: 'image/jpeg',
  maxBytes: 100,
  issuedAt: 1000,
  state: 'stored',
  storedAt: 2000,
  bytes: 10,
};

describe('startPhotoMaker', () => {
  it('lets photos that arrive go first, as long as a photo may wait', async () => {
    const { parts, quiet, reencode } = fakeParts({ now: 3000 });
    const maker = startPhotoMaker(parts);
    maker.look();
    await expect.poll(() => quiet.mock.calls.length).toBeGreaterThan(0);
    expect(quiet).toHaveBeenCalledWith(4000);
    await turn();
    expect(reencode).not.toHaveBeenCalled();
    parts.arrivals.end();
    await maker.settled();
    expect(reencode).toHaveBeenCalledOnce();
  });

  it('makes nothing more once it is stopped', async () => {
    const { parts, quiet, reencode } = fakeParts({ now: 3000 });
    const maker = startPhotoMaker(parts);
    maker.look();
    await expect.poll(() => quiet.mock.calls.length).toBeGreaterThan(0);
    const stopped = maker.stop();
    parts.arrivals.end();
    await stopped;
    expect(reencode).not.toHaveBeenCalled();
  });
});

function fakeParts({ now }: { readonly now: number }) {
  const waiting = Promise.withResolvers<void>();
  const quiet = vi.fn((_patienceMs: number) => waiting.promise);
  const reencode = vi.fn(async () => ({ outcome: 'made', preview: new Uint8Array() }) as const);
  let left = [photo];
  const parts = {
    records: {
      findPhotos: async () => [photo],
      storedPhotos: async () => left,
      notePhotoReencoded: async () => {
        left = [];
        return true;
      },
      forgetPhotos: async () => undefined,
    },
    store: {
      original: async () => ({ file: '/original', release: async () => undefined }),
      draft: () => '/draft',
      keep: async () => undefined,
      remove: async () => undefined,
      removeOriginal: async () => undefined,
    },
    reencoder: { reencode, close: async () => undefined },
    arrivals: { quiet, end: waiting.resolve },
    log: createLog({ write: () => undefined, now: () => now }),
    now: () => now,
    settings: { tries: 2, retryMs: 10, yieldMs: 5000 },
  } satisfies PhotoMakerParts & { readonly arrivals: { readonly end: () => void } };
  return { parts, quiet, reencode };
}
