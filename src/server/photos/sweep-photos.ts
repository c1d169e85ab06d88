import type { Log } from '../platform/log/log.ts';
import type { Store } from '../store/store.ts';
import type { PhotoStore } from './photo-store.ts';

export interface SweepPhotosOptions {
  readonly records: Pick<Store, 'unclaimedPhotos' | 'forgetPhotos' | 'findPhotos'>;
  readonly store: Pick<
    PhotoStore,
    'remove' | 'removeOriginal' | 'listOriginalsBefore' | 'removeDraftsBefore'
  >;
  readonly log: Log;
  /** The age of a target at which its photo is removed if no enquiry names it. */
  readonly unclaimedMs: number;
}

/**
 * Removes photos that no enquiry names, remains of interrupted uploads, and originals that do not wait to be
 * re-encoded, all older than `unclaimedMs`. Logs the number of photos if there are any. Files are removed
 * before their records, so that the next sweep completes an interrupted one.
 */
export async function sweepPhotos(
  { records, store, log, unclaimedMs }: SweepPhotosOptions,
  now: number,
): Promise<void> {
  const before = now - unclaimedMs;
  let count = 0;
  for (;;) {
    const paths = await records.unclaimedPhotos({ issuedBefore: before, limit: batch });
    for (const path of paths) await store.remove(path);
    await records.forgetPhotos(paths);
    count += paths.length;
    if (paths.length < batch) break;
  }
  await store.removeDraftsBefore(before);
  await removeUnneededOriginals({ records, store }, before);
  if (count > 0) log.info('photos-swept', { count });
}

const batch = 100;

/**
 * Removes the originals from before a time, in milliseconds since 1970, except those of photos that are not
 * re-encoded yet.
 */
async function removeUnneededOriginals(
  { records, store }: Pick<SweepPhotosOptions, 'records' | 'store'>,
  before: number,
): Promise<void> {
  const paths = await store.listOriginalsBefore(before);
  for (let start = 0; start < paths.length; start += batch) {
    const some = paths.slice(start, start + batch);
    const wanted = (await records.findPhotos(some)).filter(({ state }) => state === 'stored');
    const isWanted = new Set(wanted.map(({ path }) => path));
    for (const path of some) if (!isWanted.has(path)) await store.removeOriginal(path);
  }
}
