import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Form } from '#engine';
import type { ServerSettings } from '../config/settings.ts';
import type { PhotoLedger, PhotoLinks } from '../judge/photo-ledger.ts';
import type { Log } from '../log/log.ts';
import { deriveKey } from '../secret/derive-key.ts';
import type { PhotoEntry } from '../store/photo-entry.ts';
import type { Store } from '../store/store.ts';
import { createArrivals } from './arrivals.ts';
import { openFolderStore, type ReceivingStore } from './folder/folder-store.ts';
import { type Issue, issueTarget } from './issue-target.ts';
import { startPhotoMaker } from './make-photos.ts';
import { type PhotoAddress, readLink, signLink } from './photo-address.ts';
import { createPhotoLedger } from './photo-ledger.ts';
import type { PhotoBytes, PhotoStore } from './photo-store.ts';
import { type PhotoRequest, type PutOutcome, putPhoto } from './put-photo.ts';
import { createReencoder } from './reencode/reencoder.ts';
import { sweepPhotos } from './sweep-photos.ts';

/** What photos need. */
export interface PhotosParts {
  readonly dataFolder: string;
  /** Absent: the folder `photos` in the data folder. */
  readonly s3?: { readonly endpoint: string; readonly bucket: string } | undefined;
  readonly secret: string;
  readonly uploadTtlMs: number;
  readonly settings: ServerSettings['photos'];
  readonly records: Store;
  readonly log: Log;
  readonly now: () => number;
}

/** Everything that the server does with photos. */
export interface Photos {
  /** Answers a call for an upload target. */
  readonly issue: (request: {
    readonly body: unknown;
    readonly form: Form;
    readonly origin: string;
  }) => Promise<Issue>;
  /** Takes a photo; a store that takes them itself leaves nothing here to be put. @throws as `putPhoto`. */
  readonly put: (request: PhotoRequest) => Promise<PutOutcome>;
  /** Where browsers send photos to, if that is not this server. */
  readonly uploadOrigin: string | undefined;
  /** The photo behind a link that holds and has not run out; absent otherwise, and for one that is withheld. */
  readonly read: (link: PhotoAddress) => Promise<(PhotoBytes & { readonly entry: PhotoEntry }) | undefined>;
  /** The visitors' names of photos, by their paths; of those that are not known there is none. */
  readonly namesOf: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly ledger: PhotoLedger & PhotoLinks;
  /** Removes what nobody claims; it is done at the start and every so often by itself. */
  readonly sweep: () => Promise<void>;
  /** Resolves when every photo that was stored by now is made anew or withheld. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Takes photos, makes them anew, hands them out, and removes what nobody claims. @throws where the store cannot be used. */
export async function openPhotos(parts: PhotosParts): Promise<Photos> {
  const { settings, records, log, now } = parts;
  const targetKey = deriveKey(parts.secret, 'upload-target');
  const linkKey = deriveKey(parts.secret, 'photo-link');
  const { store, receiving } = await openStore(parts, targetKey);
  const reencoder = createReencoder(settings.making);
  const arrivals = createArrivals();
  const maker = startPhotoMaker({
    ...{ records, store, reencoder, arrivals, log, now },
    settings: settings.making,
  });
  const ledger = createPhotoLedger({ records, store, usableMs: settings.usableMs, onStored: maker.look });
  const sweep = () => sweepPhotos({ records, store, log, unclaimedMs: settings.unclaimedMs }, now());
  const sweeper = startSweeper(sweep, { everyMs: settings.sweepEveryMs, log });
  maker.look();

  return {
    issue: (request) =>
      issueTarget(request, {
        records,
        store,
        ttlMs: parts.uploadTtlMs,
        maxBytes: settings.maxBytes,
        now,
        randomBytes,
      }),
    put: async (request) => {
      if (!receiving) return { isStored: false, refusal: { code: 'target-altered' } };
      const putting = { records, store: receiving, targetKey, now, onStored: maker.look };
      return arrivals.during(() => putPhoto(request, putting));
    },
    uploadOrigin: store.uploadOrigin,
    async read(link) {
      const note = readLink(link, linkKey);
      if (!note || note.expiresAt < now()) return undefined;
      const [entry] = await records.findPhotos([note.path]);
      const bytes = entry?.state === 'ready' ? await store.read(note.path) : undefined;
      return entry && bytes && { ...bytes, entry };
    },
    namesOf: async (paths) =>
      new Map((await records.findPhotos(paths)).map(({ path, name }) => [path, name])),
    ledger: {
      ...ledger,
      link: ({ path, origin, at }) =>
        signLink({ path, origin, expiresAt: at + settings.linkMs, key: linkKey }),
    },
    sweep,
    settled: maker.settled,
    async close() {
      sweeper.stop();
      await maker.stop();
    },
  };
}

interface OpenedStore {
  readonly store: PhotoStore;
  /** The same store, where it is this server that takes what is put. */
  readonly receiving?: ReceivingStore;
}

async function openStore(
  { s3, dataFolder, settings }: PhotosParts,
  targetKey: Uint8Array,
): Promise<OpenedStore> {
  const folder = join(dataFolder, 'photos');
  if (!s3) {
    const receiving = await openFolderStore({ folder, targetKey });
    return { store: receiving, receiving };
  }
  // Its client is large, and loaded only where it is wanted.
  const { openS3Store } = await import('./s3/s3-store.ts');
  const store = await openS3Store({
    ...s3,
    draftsFolder: join(folder, 'drafts'),
    maxBytes: settings.maxBytes,
  });
  return { store };
}

function startSweeper(
  sweep: () => Promise<void>,
  { everyMs, log }: { readonly everyMs: number; readonly log: Log },
): { readonly stop: () => void } {
  const run = () => {
    sweep().catch((error) => log.error('photos-not-swept', error));
  };
  run();
  const timer = setInterval(run, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}
