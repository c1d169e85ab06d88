import { copyFile } from 'node:fs/promises';
import type { Log } from '../log/log.ts';
import type { PhotoEntry, PhotoFault, ReencodedPhoto } from '../store/photo-entry.ts';
import type { Store } from '../store/store.ts';
import type { VirusScanner } from './clamd.ts';
import { isKeptAsItIs, typeOfPath } from './photo-path.ts';
import type { OriginalFile, PhotoStore } from './photo-store.ts';
import type { Reencoder } from './reencoder.ts';
import type { UploadTracker } from './upload-tracker.ts';

/** Encodes photos anew that enquiries name, until it is stopped. */
export interface PhotoQueue {
  /** Looks for photos: to be called when an enquiry has named some. */
  readonly wake: () => void;
  /** Resolves when none of these photos is being made (any more). */
  readonly ended: (paths: readonly string[]) => Promise<void>;
  /** Resolves when everything that was named by now is ready, withheld or in quarantine. */
  readonly idle: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** What photos are encoded anew with. */
export interface PhotoQueueOptions {
  readonly records: Pick<Store, 'findPhotos' | 'photosToMake' | 'notePhotoReencoded' | 'notePhotoFault'>;
  readonly store: Pick<PhotoStore, 'openOriginal' | 'draftFile' | 'storeReady' | 'remove' | 'removeOriginal'>;
  readonly reencoder: Reencoder;
  /** Looks at everything before anybody gets it; absent: what cannot be made anew waits for somebody to look at it. */
  readonly scanner?: VirusScanner | undefined;
  readonly uploads: Pick<UploadTracker, 'idle'>;
  readonly log: Log;
  readonly now: () => number;
  readonly settings: {
    /** How long after each failure a photo is tried again; after the last it waits for somebody. */
    readonly retryAfterMs: readonly number[];
    /** How long to wait after a failure of the records. */
    readonly retryMs: number;
    /** How often to look for what another process has named or queued. */
    readonly pollMs: number;
    /** How long after it was to be made a photo lets uploads go first. */
    readonly yieldMs: number;
  };
}

/**
 * Encodes each photo anew that an enquiry names, once it was scanned where a scanner is, and lets its original go. What is kept as it is
 * is only scanned. What could not be made stays in quarantine with its
 * original, is tried again, and then waits for somebody; only what is no picture at all, or infected, is withheld. What a stop or a crash
 * interrupted is found again the next time.
 */
export function startPhotoQueue(options: PhotoQueueOptions): PhotoQueue {
  const { records, uploads, reencoder, log, now, settings } = options;
  let running: Promise<void> | undefined;
  let making: { readonly path: string; readonly ended: Promise<void> } | undefined;
  /** Photos that take long, as far as this process knows: all others go first. */
  const heavy = new Set<string>();
  let isWoken = false;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;

  function wake(): void {
    isWoken = true;
    if (retry === undefined && !isStopped)
      running ??= run().finally(() => {
        running = undefined;
      });
  }

  async function run(): Promise<void> {
    while (isWoken && !isStopped) {
      isWoken = false;
      try {
        await runBatch();
      } catch (error) {
        log.error('photo-not-made', error);
        return retryLater();
      }
    }
  }

  function retryLater(): void {
    retry = setTimeout(() => {
      retry = undefined;
      wake();
    }, settings.retryMs).unref();
  }

  async function runBatch(): Promise<void> {
    for (const photo of await nextPhotos()) {
      // Visitors wait for their uploads, nobody for this: it takes the processor that they need.
      await uploads.idle((photo.storedAt ?? 0) + settings.yieldMs - now());
      if (isStopped) return;
      const ended = make(photo);
      making = { path: photo.path, ended: ended.catch(() => undefined) };
      await ended;
      isWoken = true;
    }
  }

  /** Returns the photos to be made next: those that take long one by one, once no other waits. */
  async function nextPhotos(): Promise<readonly PhotoEntry[]> {
    const waiting = await records.photosToMake({ now: now(), limit: batchSize + heavy.size });
    const paths = new Set(waiting.map(({ path }) => path));
    for (const path of heavy) if (!paths.has(path)) heavy.delete(path);
    const others = waiting.filter(({ path }) => !heavy.has(path)).slice(0, batchSize);
    return others.length > 0 ? others : waiting.slice(0, 1);
  }

  async function make(photo: PhotoEntry): Promise<void> {
    const { path } = photo;
    const outcome = await made(photo, { ...options, isLightOnly: !heavy.has(path) });
    if (outcome === 'heavy') heavy.add(path);
    else if (!isStopped) await note(photo, outcome, options);
  }

  const polling = setInterval(wake, settings.pollMs).unref();
  return {
    wake,
    ended: async (paths) => {
      if (making && paths.includes(making.path)) await making.ended;
    },
    idle: async () => {
      wake();
      while (running) await running;
    },
    stop: async () => {
      isStopped = true;
      clearInterval(polling);
      clearTimeout(retry);
      await reencoder.close();
      await running;
    },
  };
}

/** Few, so that what is named meanwhile has its turn soon. */
const batchSize = 5;

type Outcome = 'made' | 'heavy' | 'no-image' | 'infected' | PhotoFault;

/** The options for one photo: one that takes long may be left for later. */
interface MakingOptions extends PhotoQueueOptions {
  readonly isLightOnly: boolean;
}

async function made(photo: PhotoEntry, options: MakingOptions): Promise<Outcome> {
  try {
    const original = await options.store.openOriginal(photo);
    if (!original) return 'lost';
    try {
      return (await withheldBy(photo, original, options)) ?? (await readied(photo, original, options));
    } finally {
      await original.release();
    }
  } catch (error) {
    options.log.error('photo-not-made', error, { id: photo.path });
    return 'failed';
  }
}

/** Why nobody gets to see it: something was found in it, or nobody has looked. */
async function withheldBy(
  { path, fault }: PhotoEntry,
  { file }: OriginalFile,
  { scanner, log }: PhotoQueueOptions,
): Promise<'infected' | 'unscanned' | undefined> {
  // What is encoded anew carries nothing over; of what is kept as it is somebody has to have looked at it.
  if (!scanner) return isKeptAsItIs(path) && fault !== 'released' ? 'unscanned' : undefined;
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

function readied(photo: PhotoEntry, original: OriginalFile, options: MakingOptions): Promise<Outcome> {
  const isReleased = photo.fault === 'released';
  return isReleased || isKeptAsItIs(photo.path)
    ? handOut(photo, original, options)
    : reencode(photo, original, options);
}

/** @throws where the disk or the store, not the photo, is at fault. */
async function reencode(
  { path }: PhotoEntry,
  { file: input }: OriginalFile,
  { store, records, reencoder, isLightOnly }: MakingOptions,
): Promise<Outcome> {
  const output = store.draftFile(path);
  const answer = await reencoder.reencode({ input, output, type: typeOfPath(path), isLightOnly });
  if (answer.outcome === 'failed') throw new Error(`Cannot encode a photo anew: ${answer.reason}`);
  if (answer.outcome !== 'made') return answer.outcome;
  await store.storeReady(path, output);
  // Noted before the original goes: what is interrupted in between is encoded once more.
  await noteReady({ path, state: 'ready', preview: answer.preview }, { store, records });
  return 'made';
}

/** The original as it is: it is of a type that is kept so, or somebody has looked at it, and it takes the place of what could not be made. */
async function handOut(
  { path, fault }: PhotoEntry,
  { file }: OriginalFile,
  { store, records, log }: PhotoQueueOptions,
): Promise<Outcome> {
  const draft = store.draftFile(path);
  await copyFile(file, draft);
  await store.storeReady(path, draft);
  await noteReady({ path, state: 'ready', preview: null }, { store, records });
  if (fault === 'released') log.info('photo-released', { id: path });
  return 'made';
}

/** Lets the original go; and what was just made of it, where the photo was erased meanwhile. */
async function noteReady(
  photo: ReencodedPhoto,
  { store, records }: Pick<PhotoQueueOptions, 'store' | 'records'>,
): Promise<void> {
  const { path } = photo;
  const isNoted = await records.notePhotoReencoded(photo);
  const isErased = !isNoted && (await records.findPhotos([path])).length === 0;
  await (isErased ? store.remove(path) : store.removeOriginal(path));
}

/**
 * What is no picture goes, and what is infected; everything else stays, and is tried again: what is damaged once, since it comes to the same, and whoever cuts
 * a photo off has it decoded as often.
 */
async function note(
  photo: PhotoEntry,
  outcome: Exclude<Outcome, 'heavy'>,
  options: PhotoQueueOptions,
): Promise<void> {
  const { records, log, now, settings } = options;
  const { path, makes } = photo;
  if (outcome === 'made') return;
  if (outcome === 'no-image') return withhold(path, 'it is no picture', options);
  if (outcome === 'infected') return withhold(path, 'a virus was found in it', options);
  // Another process may have encoded it in the meantime, and let its original go.
  const [entry] = await records.findPhotos([path]);
  if (entry?.state !== 'stored') return;
  const delay = outcome === 'damaged' && makes > 0 ? undefined : settings.retryAfterMs[makes];
  const makeAt = delay === undefined ? null : now() + delay;
  await records.notePhotoFault({ path, fault: outcome, makeAt });
  const facts = { id: path, code: outcome, attempts: makes + 1 };
  if (makeAt === null) log.error('photo-quarantined', new UnmadePhoto(), facts);
  else log.warn('photo-delayed', facts);
}

async function withhold(
  path: string,
  reason: string,
  { store, records, log }: PhotoQueueOptions,
): Promise<void> {
  // Another process may have noted it in the meantime.
  if (!(await records.notePhotoReencoded({ path, state: 'withheld' }))) return;
  await store.remove(path);
  log.warn('photo-withheld', { id: path, reason });
}

/** A photo that could not be made anew, however often it was tried: its original waits for an operator. */
class UnmadePhoto extends Error {
  override readonly name = 'UnmadePhoto';
}
