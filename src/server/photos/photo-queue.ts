import type { Log } from '../log/log.ts';
import type { PhotoEntry } from '../store/photo-entry.ts';
import type { Store } from '../store/store.ts';
import { typeOfPath } from './photo-path.ts';
import type { PhotoStore } from './photo-store.ts';
import type { Reencoder } from './reencoder.ts';
import type { UploadTracker } from './upload-tracker.ts';

/** Encodes stored photos anew until it is stopped. */
export interface PhotoQueue {
  /** Looks for photos: to be called when one has been stored. */
  readonly wake: () => void;
  /** Resolves when everything that was stored by now is ready or withheld. */
  readonly idle: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** What photos are encoded anew with. */
export interface PhotoQueueOptions {
  readonly records: Pick<Store, 'findPhotos' | 'storedPhotos' | 'notePhotoReencoded' | 'forgetPhotos'>;
  readonly store: Pick<PhotoStore, 'openOriginal' | 'draftFile' | 'storeReady' | 'remove' | 'removeOriginal'>;
  readonly reencoder: Reencoder;
  readonly uploads: Pick<UploadTracker, 'idle'>;
  readonly log: Log;
  readonly now: () => number;
  readonly settings: {
    /** Processes that a photo may break before it is withheld. */
    readonly tries: number;
    /** How long to wait after a failure that was not a photo's. */
    readonly retryMs: number;
    /** How long after it was stored a photo lets uploads go first. */
    readonly yieldMs: number;
  };
}

/**
 * Encodes each stored photo anew and lets its original go; withholds what cannot be decoded. What a stop or a crash
 * interrupted is found again the next time.
 */
export function startPhotoQueue(options: PhotoQueueOptions): PhotoQueue {
  const { records, uploads, reencoder, log, now, settings } = options;
  const breaks = new Map<string, number>();
  let running: Promise<void> | undefined;
  let isWoken = false;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;

  function wake(): void {
    isWoken = true;
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
    clearTimeout(retry);
    if (!isStopped) retry = setTimeout(wake, settings.retryMs).unref();
  }

  async function runBatch(): Promise<void> {
    for (const photo of await records.storedPhotos(batchSize)) {
      // Visitors wait for their uploads, nobody for this: it takes the processor that they need.
      await uploads.idle((photo.storedAt ?? 0) + settings.yieldMs - now());
      if (isStopped) return;
      const outcome = await reencode(photo, options);
      if (!isStopped) await note(photo, outcome);
      isWoken = true;
    }
  }

  async function note({ path }: PhotoEntry, outcome: Outcome): Promise<void> {
    if (outcome === 'made') return;
    if (outcome === 'lost') await forget(path, options);
    const count = (breaks.get(path) ?? 0) + 1;
    breaks.set(path, count);
    if (outcome === 'broke' && count < settings.tries) return;
    breaks.delete(path);
    await withhold(path, options);
  }

  return {
    wake,
    idle: async () => {
      while (running) await running;
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(retry);
      await reencoder.close();
      await running;
    },
  };
}

const batchSize = 20;

type Outcome = 'made' | 'undecodable' | 'broke' | 'lost';

/** @throws where the disk or the store, not the photo, is at fault. */
async function reencode(
  photo: PhotoEntry,
  { store, records, reencoder }: PhotoQueueOptions,
): Promise<Outcome> {
  const { path } = photo;
  const original = await store.openOriginal(photo);
  if (!original) return 'lost';
  const draft = store.draftFile(path);
  try {
    const answer = await reencoder.reencode({ input: original.file, output: draft, type: typeOfPath(path) });
    if (answer.outcome === 'failed') throw new Error(`Cannot encode a photo anew: ${answer.reason}`);
    if (answer.outcome !== 'made') return answer.outcome;
    await store.storeReady(path, draft);
    // Noted before the original goes: what is interrupted in between is encoded once more.
    await records.notePhotoReencoded({ path, state: 'ready', preview: answer.preview });
    await store.removeOriginal(path);
    return 'made';
  } finally {
    await original.release();
  }
}

/** A power cut took it before any enquiry named it: an enquiry that does so now is told to add it again. */
async function forget(path: string, { records, log }: PhotoQueueOptions): Promise<void> {
  // Another process may have encoded it in the meantime, and let its original go.
  const [entry] = await records.findPhotos([path]);
  if (entry?.state !== 'stored') return;
  await records.forgetPhotos([path]);
  log.warn('photo-lost', { id: path });
}

async function withhold(path: string, { store, records, log }: PhotoQueueOptions): Promise<void> {
  // Another process may have noted it in the meantime.
  if (!(await records.notePhotoReencoded({ path, state: 'withheld' }))) return;
  await store.remove(path);
  log.warn('photo-withheld', { id: path, reason: 'it cannot be decoded' });
}
