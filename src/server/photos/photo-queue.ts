import { copyFile } from 'node:fs/promises';
import { systemClock } from '../platform/concurrency/clock.ts';
import { createQueueRunner } from '../platform/concurrency/queue-runner.ts';
import type { Log } from '../platform/log/log.ts';
import type { PhotoEntry, PhotoFault, ReencodedPhoto } from '../store/records/photo-entry.ts';
import type { Store } from '../store/store.ts';
import type { VirusScanner } from './clamd.ts';
import { getPhotoType, isDeliveredUnchanged } from './photo-path.ts';
import type { OriginalFile, PhotoStore } from './photo-store.ts';
import type { Reencoder } from './reencoder.ts';
import type { UploadTracker } from './upload-tracker.ts';

export interface PhotoQueue {
  /**
   * Checks for photos in the background; to be called when an enquiry has named some. Others are not decoded:
   * uploads cost an attacker little, and would delay everybody's mails.
   */
  readonly wake: () => void;
  /** Resolves when none of these photos is being processed. */
  readonly waitForEnd: (paths: readonly string[]) => Promise<void>;
  /** Resolves when every photo that is named so far is ready, withheld or in quarantine. */
  readonly idle: () => Promise<void>;
  /** Aborts a running re-encoding; the photo is processed again after the next start. */
  readonly stop: () => Promise<void>;
}

export interface PhotoQueueOptions {
  readonly records: Pick<Store, 'findPhotos' | 'photosToMake' | 'recordPhotoReencoded' | 'recordPhotoFault'>;
  readonly store: Pick<
    PhotoStore,
    'openOriginal' | 'createDraftPath' | 'storeReady' | 'remove' | 'removeOriginal'
  >;
  readonly reencoder: Reencoder;
  /** Scans every file before it is delivered; absent: a file that cannot be re-encoded waits for a person. */
  readonly scanner?: VirusScanner | undefined;
  readonly uploads: Pick<UploadTracker, 'idle'>;
  readonly log: Log;
  readonly now: () => number;
  readonly settings: {
    /** The delays before each retry; after the last one the photo waits for a person. */
    readonly retryAfterMs: readonly number[];
    /** The time after which the queue tries again if it could not read or record photos. */
    readonly retryMs: number;
    /** The interval of the check for photos that another process named or queued. */
    readonly pollMs: number;
    /** The longest time since its upload for which a photo waits for other uploads to end. */
    readonly yieldMs: number;
  };
}

/**
 * Starts the queue: each photo that an enquiry names is scanned, if there is a scanner, and re-encoded; then
 * its original is removed. Types that are delivered unchanged are only scanned. A photo that could not be
 * encoded stays in quarantine with its original, is retried, and finally waits for a person; only files that
 * are no image, or infected, are withheld. Work that a stop or a crash interrupted is found again after the
 * next start.
 */
export function startPhotoQueue(options: PhotoQueueOptions): PhotoQueue {
  const { records, uploads, reencoder, log, now, settings } = options;
  const runner = createQueueRunner<PhotoEntry>({
    poll: processBatch,
    logError: (error) => log.error('photo-not-made', error),
    retryMs: settings.retryMs,
    pausesAfterError: true,
    clock: systemClock,
  });
  /** Photos that this process found to take long; all others go first. */
  const heavy = new Set<string>();

  /**
   * Processes the next photos one after the other; each makes another batch follow. Each photo waits until no
   * upload is running, at most `yieldMs` after it was stored. Returns no delay: `pollMs` is a fixed interval.
   */
  async function processBatch(): Promise<undefined> {
    for (const photo of await loadNextPhotos()) {
      // Visitors wait for their uploads, but nobody waits for encoding, which would use the same processor.
      await uploads.idle((photo.storedAt ?? 0) + settings.yieldMs - now());
      if (runner.isStopped()) return;
      await runner.run(photo, () => processPhoto(photo));
    }
  }

  /**
   * Returns the next photos to process, at most `batchSize`; empty if none waits. A photo in `heavy` is
   * returned alone, and only if no other waits. Photos that no longer wait are removed from `heavy`.
   */
  async function loadNextPhotos(): Promise<readonly PhotoEntry[]> {
    const waiting = await records.photosToMake({ now: now(), limit: batchSize + heavy.size });
    const paths = new Set(waiting.map(({ path }) => path));
    for (const path of heavy) if (!paths.has(path)) heavy.delete(path);
    const others = waiting.filter(({ path }) => !heavy.has(path)).slice(0, batchSize);
    return others.length > 0 ? others : waiting.slice(0, 1);
  }

  /**
   * Makes a photo ready or records why that failed, except after a stop. A photo that is found to be slow is
   * added to `heavy` and so postponed.
   */
  async function processPhoto(photo: PhotoEntry): Promise<void> {
    const { path } = photo;
    const outcome = await scanAndMakeReady(photo, { ...options, isLightOnly: !heavy.has(path) });
    if (outcome === 'heavy') heavy.add(path);
    else if (!runner.isStopped()) await recordIfFailed(photo, outcome, options);
  }

  const polling = setInterval(runner.wake, settings.pollMs).unref();
  return {
    wake: runner.wake,
    waitForEnd: (paths) => runner.waitForEnd(({ path }) => paths.includes(path)),
    idle: runner.idle,
    stop: async () => {
      clearInterval(polling);
      const stopped = runner.stop();
      await reencoder.close();
      await stopped;
    },
  };
}

/** Small, so that newly named photos are processed soon. */
const batchSize = 5;

/** The result of one attempt. `heavy`: a slow photo was postponed; all but this and `made` are failures. */
type PhotoOutcome = 'made' | 'heavy' | 'no-image' | 'infected' | PhotoFault;

/** Options for one photo; with `isLightOnly` a slow one is postponed. */
interface EncodingOptions extends PhotoQueueOptions {
  readonly isLightOnly: boolean;
}

/**
 * Scans a photo, makes it ready for delivery and returns the outcome: `lost` without an original, `failed`
 * after an error, which is logged. Never rejects.
 */
async function scanAndMakeReady(photo: PhotoEntry, options: EncodingOptions): Promise<PhotoOutcome> {
  try {
    const original = await options.store.openOriginal(photo);
    if (!original) return 'lost';
    try {
      return (
        (await findReasonNotToDeliver(photo, original, options)) ??
        (await makeReady(photo, original, options))
      );
    } finally {
      await original.release();
    }
  } catch (error) {
    options.log.error('photo-not-made', error, { id: photo.path });
    return 'failed';
  }
}

/**
 * Scans a file if there is a scanner. Returns `infected` if a virus was found, and `unscanned` if the scan
 * failed; undefined if the photo can be delivered. Without a scanner, only a type that is delivered unchanged
 * is `unscanned`, unless a person released the file.
 */
async function findReasonNotToDeliver(
  { path, fault }: PhotoEntry,
  { file }: OriginalFile,
  { scanner, log }: PhotoQueueOptions,
): Promise<'infected' | 'unscanned' | undefined> {
  // Re-encoding carries nothing over from the original. A file that is delivered unchanged must be scanned or
  // released by a person.
  if (!scanner) return isDeliveredUnchanged(path) && fault !== 'released' ? 'unscanned' : undefined;
  try {
    const found = await scanner.scan(file);
    if (found === undefined) return undefined;
    log.warn('photo-infected', { id: path, reason: found });
    return 'infected';
  } catch (error) {
    log.error('photo-not-scanned', error, { id: path });
    return 'unscanned';
  }
}

/** Re-encodes a photo, or stores it unchanged if a person released it or its type is not re-encoded. */
function makeReady(
  photo: PhotoEntry,
  original: OriginalFile,
  options: EncodingOptions,
): Promise<PhotoOutcome> {
  const isReleased = photo.fault === 'released';
  return isReleased || isDeliveredUnchanged(photo.path)
    ? storeUnchanged(photo, original, options)
    : reencodePhoto(photo, original, options);
}

/**
 * Re-encodes a photo, stores and records the result, and removes the original. Returns `made`, or the outcome
 * because of which nothing was stored.
 * @throws if the disk or the store fails. A damaged photo is an outcome.
 */
async function reencodePhoto(
  { path }: PhotoEntry,
  { file: input }: OriginalFile,
  { store, records, reencoder, isLightOnly }: EncodingOptions,
): Promise<PhotoOutcome> {
  const output = store.createDraftPath(path);
  const answer = await reencoder.reencode({ input, output, type: getPhotoType(path), isLightOnly });
  if (answer.outcome === 'failed') throw new Error(`Cannot re-encode a photo: ${answer.reason}`);
  if (answer.outcome !== 'made') return answer.outcome;
  await store.storeReady(path, output);
  // Recorded before the original is removed: after an interruption in between the photo is encoded again.
  await recordReady({ path, state: 'ready', preview: answer.preview }, { store, records });
  return 'made';
}

/**
 * Stores a copy of the original as the result without a preview, records it, and removes the original.
 * Returns `made`.
 */
async function storeUnchanged(
  { path, fault }: PhotoEntry,
  { file }: OriginalFile,
  { store, records, log }: PhotoQueueOptions,
): Promise<PhotoOutcome> {
  const draft = store.createDraftPath(path);
  await copyFile(file, draft);
  await store.storeReady(path, draft);
  await recordReady({ path, state: 'ready', preview: null }, { store, records });
  if (fault === 'released') log.info('photo-released', { id: path });
  return 'made';
}

/**
 * Records a stored result and removes the original. If the photo was erased meanwhile, removes all its files.
 */
async function recordReady(
  photo: ReencodedPhoto,
  { store, records }: Pick<PhotoQueueOptions, 'store' | 'records'>,
): Promise<void> {
  const { path } = photo;
  const isRecorded = await records.recordPhotoReencoded(photo);
  const isErased = !isRecorded && (await records.findPhotos([path])).length === 0;
  await (isErased ? store.remove(path) : store.removeOriginal(path));
}

/**
 * Records and logs the outcome if it is a failure. Files that are no image or infected are withheld. All
 * others stay, are retried after the delays of `retryAfterMs`, and then wait for a person; damaged ones are
 * retried once only, because the result will be the same and each attempt costs a decoding.
 */
async function recordIfFailed(
  photo: PhotoEntry,
  outcome: Exclude<PhotoOutcome, 'heavy'>,
  options: PhotoQueueOptions,
): Promise<void> {
  const { records, log, now, settings } = options;
  const { path, makes } = photo;
  if (outcome === 'made') return;
  if (outcome === 'no-image') return withholdPhoto(path, 'it is not a picture', options);
  if (outcome === 'infected') return withholdPhoto(path, 'a virus was found in it', options);
  // Another process may have encoded it meanwhile and removed its original.
  const [entry] = await records.findPhotos([path]);
  if (entry?.state !== 'stored') return;
  const delay = outcome === 'damaged' && makes > 0 ? undefined : settings.retryAfterMs[makes];
  const makeAt = delay === undefined ? null : now() + delay;
  await records.recordPhotoFault({ path, fault: outcome, makeAt });
  const facts = { id: path, code: outcome, attempts: makes + 1 };
  if (makeAt === null) log.error('photo-quarantined', new UnencodablePhoto(), facts);
  else log.warn('photo-delayed', facts);
}

/**
 * Records and logs a photo as withheld, and removes its files. Does nothing if its result is recorded
 * already.
 */
async function withholdPhoto(
  path: string,
  reason: string,
  { store, records, log }: PhotoQueueOptions,
): Promise<void> {
  // Another process may have recorded it meanwhile.
  if (!(await records.recordPhotoReencoded({ path, state: 'withheld' }))) return;
  await store.remove(path);
  log.warn('photo-withheld', { id: path, reason });
}

/** An error for the log: all attempts to re-encode a photo failed, and its original waits for a person. */
class UnencodablePhoto extends Error {
  override readonly name = 'UnmadePhoto';
}
