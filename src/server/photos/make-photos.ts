import type { Log } from '../log/log.ts';
import type { PhotoEntry } from '../store/photo-entry.ts';
import type { Store } from '../store/store.ts';
import type { Arrivals } from './arrivals.ts';
import { typeOfPath } from './photo-path.ts';
import type { PhotoStore } from './photo-store.ts';
import type { Reencoder } from './reencode/reencoder.ts';

/** Makes stored photos anew until it is stopped. */
export interface PhotoMaker {
  /** Looks for photos to be made: to be called when one has been stored. */
  readonly look: () => void;
  /** Resolves when everything that was stored by now is made or withheld. */
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** What photos are made with. */
export interface PhotoMakerParts {
  readonly records: Pick<Store, 'findPhotos' | 'storedPhotos' | 'notePhotoReencoded' | 'forgetPhotos'>;
  readonly store: Pick<PhotoStore, 'original' | 'draft' | 'keep' | 'remove' | 'removeOriginal'>;
  readonly reencoder: Reencoder;
  readonly arrivals: Pick<Arrivals, 'quiet'>;
  readonly log: Log;
  readonly now: () => number;
  readonly settings: {
    /** Processes that a photo may break before it is withheld. */
    readonly tries: number;
    /** How long to wait after a failure that was not a photo's. */
    readonly retryMs: number;
    /** How long after it was stored a photo lets others arrive first. */
    readonly yieldMs: number;
  };
}

/**
 * Makes each stored photo anew and lets its original go; withholds what cannot be decoded
 * (docs/decisions.md, "Photos are made anew, in a process of their own"). What a stop or a crash interrupted is found again by
 * the next look.
 */
export function startPhotoMaker(parts: PhotoMakerParts): PhotoMaker {
  const { records, arrivals, log, now, settings } = parts;
  const breaks = new Map<string, number>();
  let looking: Promise<void> | undefined;
  let isLookWanted = false;
  let isStopped = false;
  let again: NodeJS.Timeout | undefined;

  function look(): void {
    isLookWanted = true;
    looking ??= lookWhileWanted().finally(() => {
      looking = undefined;
    });
  }

  async function lookWhileWanted(): Promise<void> {
    while (isLookWanted && !isStopped) {
      isLookWanted = false;
      try {
        for (const photo of await records.storedPhotos(batch)) {
          // Visitors wait for their uploads, nobody for this: it takes the processor that they need.
          await arrivals.quiet((photo.storedAt ?? 0) + settings.yieldMs - now());
          if (isStopped) return;
          await make(photo);
          isLookWanted = true;
        }
      } catch (error) {
        log.error('photo-not-made', error);
        return lookLater();
      }
    }
  }

  async function make(photo: PhotoEntry): Promise<void> {
    const { path } = photo;
    const outcome = await remade(photo, parts);
    if (isStopped || outcome === 'made') return;
    if (outcome === 'lost') await forget(path, parts);
    const count = (breaks.get(path) ?? 0) + 1;
    breaks.set(path, count);
    if (outcome === 'broke' && count < settings.tries) return;
    breaks.delete(path);
    await withhold(path, parts);
  }

  function lookLater(): void {
    clearTimeout(again);
    if (!isStopped) again = setTimeout(look, settings.retryMs).unref();
  }

  return {
    look,
    settled: async () => {
      while (looking) await looking;
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(again);
      await parts.reencoder.close();
      await looking;
    },
  };
}

const batch = 20;

/** @throws where the disk or the store, not the photo, is at fault. */
async function remade(
  photo: PhotoEntry,
  { store, records, reencoder }: PhotoMakerParts,
): Promise<'made' | 'undecodable' | 'broke' | 'lost'> {
  const { path } = photo;
  const original = await store.original(photo);
  if (!original) return 'lost';
  const draft = store.draft(path);
  try {
    const answer = await reencoder.reencode({ input: original.file, output: draft, type: typeOfPath(path) });
    if (answer.outcome === 'failed') throw new Error(`Cannot make a photo anew: ${answer.reason}`);
    if (answer.outcome !== 'made') return answer.outcome;
    await store.keep(path, draft);
    // Noted before the original goes: what is interrupted in between is made once more.
    await records.notePhotoReencoded({ path, state: 'ready', preview: answer.preview });
    await store.removeOriginal(path);
    return 'made';
  } finally {
    await original.release();
  }
}

/** A power cut took it before any enquiry named it: an enquiry that does so now is told to add it again. */
async function forget(path: string, { records, log }: PhotoMakerParts): Promise<void> {
  // Another process may have made it in the meantime, and let its original go.
  const [entry] = await records.findPhotos([path]);
  if (entry?.state !== 'stored') return;
  await records.forgetPhotos([path]);
  log.warn('photo-lost', { id: path });
}

async function withhold(path: string, { store, records, log }: PhotoMakerParts): Promise<void> {
  // Another process may have settled it in the meantime.
  if (!(await records.notePhotoReencoded({ path, state: 'withheld' }))) return;
  await store.remove(path);
  log.warn('photo-withheld', { id: path, reason: 'it cannot be decoded' });
}
