import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Form } from '#engine';
import type { LimitWindows } from '../limits/windows.ts';
import type { Bucket } from '../platform/bucket/bucket.ts';
import type { PhotoSettings } from '../platform/config/settings.ts';
import type { Log } from '../platform/log/log.ts';
import { deriveKeys, type SigningKeys } from '../platform/secret/signed-token.ts';
import type { PhotoEntry } from '../store/records/photo-entry.ts';
import type { Store } from '../store/store.ts';
import { startSweeping } from '../store/sweeping.ts';
import type { VirusScanner } from './clamd.ts';
import { openFolderStore } from './folder-store.ts';
import { createFreeSpace, type FreeSpace } from './free-space.ts';
import { issuePhoto, issueTarget, type TargetIssue, type UploadRequest } from './issue-target.ts';
import { type PhotoAddress, readLink, signLink } from './photo-address.ts';
import { startPhotoQueue } from './photo-queue.ts';
import type { PhotoBytes, PhotoStore } from './photo-store.ts';
import {
  type ArrivingPhoto,
  type PhotoRequest,
  type PutOutcome,
  putPhoto,
  storeUpload,
} from './put-photo.ts';
import { createReencoder } from './reencoder.ts';
import { openS3Store } from './s3-store.ts';
import { sweepPhotos } from './sweep-photos.ts';
import { createUploadBudget } from './upload-budget.ts';
import { createUploadTracker } from './upload-tracker.ts';
import { findUnusablePaths, type NamedPhotos } from './usable-photos.ts';

export interface PhotoServiceOptions {
  /** The folder of the photos; with a bucket, only of those being processed. */
  readonly folder: string;
  /** Absent: photos are stored in the folder. */
  readonly bucket?: Bucket | undefined;
  readonly scanner?: VirusScanner | undefined;
  readonly secret: string;
  readonly uploadTtlMs: number;
  /** Bytes of the folder's disk that photos must leave free. */
  readonly floorBytes: number;
  /** If true, the uploads of one address are limited. */
  readonly isLimited: boolean;
  readonly windows: LimitWindows;
  readonly settings: PhotoSettings;
  readonly records: Store;
  readonly log: Log;
  readonly now: () => number;
}

export interface PhotoService {
  /** Records a photo that is to be uploaded and returns its target, or a refusal (`issueTarget`). */
  readonly issue: (request: UploadRequest & { readonly origin: string }) => Promise<TargetIssue>;
  /**
   * Stores a photo that is uploaded to its target, or returns a refusal. If browsers upload to a bucket,
   * every photo is refused here (`target-altered`).
   * @throws as `putPhoto`.
   */
  readonly put: (request: PhotoRequest) => Promise<PutOutcome>;
  /**
   * Records and stores a photo that was posted without scripts, in the folder or the bucket, or returns a
   * refusal.
   * @throws as `putPhoto`.
   */
  readonly receivePosted: (photo: PhotoFromPost) => Promise<PutOutcome>;
  /** The origin to which browsers upload, if that is not this server. */
  readonly uploadOrigin: string | undefined;
  /**
   * Opens the photo of a valid link, or returns that it is not ready yet. Undefined if the link is invalid or
   * expired, or if the photo is withheld or does not exist (any more).
   */
  readonly read: (link: PhotoAddress) => Promise<LinkedPhoto | undefined>;
  /** Returns the visitors' names of photos by path; unknown photos are absent. */
  readonly findNames: (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /**
   * Returns those of the paths that an enquiry must not name, and syncs the other photos to the disk
   * (`findUnusablePaths`).
   */
  readonly findUnusable: (named: NamedPhotos) => Promise<readonly string[]>;
  /**
   * Returns the signed address of a full photo, for the mail of an enquiry. It expires `linkMs` after `at`.
   * @param photo.origin The public origin of this server.
   * @param photo.at The time of the enquiry: Unix time in milliseconds.
   */
  readonly createLink: (photo: {
    readonly path: string;
    readonly origin: string;
    readonly at: number;
  }) => string;
  /** The free space on the photos' disk; absent if they are in a bucket. */
  readonly space: FreeSpace | undefined;
  /**
   * Opens a photo that an enquiry names: re-encoded, else its original; undefined if neither exists (any
   * more).
   */
  readonly openBytes: (entry: PhotoEntry) => Promise<Readable | undefined>;
  /** Returns the bytes of a re-encoded photo; undefined if it does not exist (any more). */
  readonly getReadySize: (path: string) => Promise<number | undefined>;
  /** Opens a re-encoded or released photo, for people who may see its enquiry; undefined if there is none. */
  readonly openReady: (path: string) => Promise<PhotoBytes | undefined>;
  /** Removes all files of erased photos, after waiting for a running re-encoding of them. */
  readonly remove: (paths: readonly string[]) => Promise<void>;
  /**
   * Removes photos that no enquiry names and that are older than `unclaimedMs`, and files without use. Before
   * that it queues photos of enquiries that a server of an older version has not queued. This also runs at
   * the start and at an interval.
   */
  readonly sweep: () => Promise<void>;
  /** Starts to re-encode photos that an enquiry has just named. */
  readonly encodeNamed: () => void;
  /** Resolves when every photo that is named so far is ready, withheld or in quarantine. */
  readonly idle: () => Promise<void>;
  /** Stops sweeping, aborts a running re-encoding, and removes the temporary files of this process. */
  readonly close: () => Promise<void>;
}

export interface PhotoFromPost extends Omit<ArrivingPhoto, 'contentLength'> {
  readonly filename: string;
  readonly form: Form;
  readonly field: string;
}

export type LinkedPhoto =
  | (PhotoBytes & { readonly isReady: true; readonly entry: PhotoEntry })
  | { readonly isReady: false };

/**
 * Opens the photo service, and starts to re-encode named photos and to sweep the others.
 * @throws if the store cannot be used.
 */
export async function openPhotoService(options: PhotoServiceOptions): Promise<PhotoService> {
  const { settings, records, log, now } = options;
  const targetKey = deriveKeys(options.secret, 'upload-target');
  const store = await openPhotoStore(options, targetKey);
  const uploads = createUploadTracker();
  const space = createFreeSpace({ folder: options.folder, floorBytes: options.floorBytes, now });
  const admission = {
    budget: createUploadBudget({
      settings: settings.uploads,
      isOn: options.isLimited,
      windows: options.windows,
    }),
    space,
    pace: settings.uploads,
    claimed: new Set<string>(),
  };
  const queue = startPhotoQueue({
    records,
    store,
    uploads,
    log,
    now,
    scanner: options.scanner,
    reencoder: createReencoder(settings.reencoding),
    settings: settings.reencoding,
  });
  const sweep = async () => {
    if ((await records.adoptPhotos({ now: now() })) > 0) queue.wake();
    await sweepPhotos({ records, store, log, unclaimedMs: settings.unclaimedMs }, now());
  };
  const sweeping = { everyMs: settings.sweepEveryMs, event: 'photos-not-swept', log } as const;
  const stops = [
    startSweeping(sweep, { job: { name: 'photos', shared: records.shared }, ...sweeping }),
    // Drafts are on this machine even if there is a bucket, so every server sweeps its own.
    startSweeping(() => store.removeDraftsBefore(now() - settings.unclaimedMs), sweeping),
  ];
  const issuing = { records, now, randomBytes, maxBytes: settings.maxBytes };
  const storing = { records, store, admission, now };
  const ttlMs = options.uploadTtlMs;
  queue.wake();
  return {
    issue: (request) => issueTarget(request, { ...issuing, store, ttlMs }),
    async put(request) {
      if (store.uploadOrigin !== undefined) return { isStored: false, refusal: { code: 'target-altered' } };
      return uploads.track(() => putPhoto(request, { ...storing, targetKey }));
    },
    async receivePosted({ filename, form, field, ...posted }) {
      const { contentType } = posted;
      const issued = await issuePhoto({ body: { filename, contentType }, form, field }, issuing);
      if (!issued.isIssued) return { isStored: false, refusal: issued.refusal };
      const target = { ...issued.photo, expiresAt: issued.photo.issuedAt + ttlMs };
      return uploads.track(() => storeUpload(target, { ...posted, contentLength: undefined }, storing));
    },
    space: store.uploadOrigin === undefined ? space : undefined,
    uploadOrigin: store.uploadOrigin,
    ...createReadMethods(options, store),
    getReadySize: store.getReadySize,
    openReady: store.openReady,
    findUnusable: (named) => findUnusablePaths(named, { records, store, usableMs: settings.usableMs }),
    openBytes: (entry) => openPhotoStream(store, entry),
    async remove(paths) {
      await queue.waitForEnd(paths);
      for (const path of paths) await store.remove(path);
    },
    sweep,
    encodeNamed: queue.wake,
    idle: queue.idle,
    async close() {
      for (const stop of stops) stop();
      await queue.stop();
      await store.close();
    },
  };
}

/**
 * Opens the original as a stream; when it is closed, a temporary copy is removed. Undefined if the original
 * does not exist or is incomplete.
 */
async function openOriginalStream(store: PhotoStore, entry: PhotoEntry): Promise<Readable | undefined> {
  const original = await store.openOriginal(entry);
  if (original === undefined) return undefined;
  return createReadStream(original.file).on('close', () => void original.release());
}

/**
 * Opens only the photos' files, for a command that runs beside a server. It re-encodes and sweeps nothing;
 * `remove` removes all files of the paths at once, even if a server is re-encoding them.
 */
export async function openPhotoFiles(
  options: Pick<PhotoServiceOptions, 'folder' | 'bucket' | 'secret' | 'settings'>,
): Promise<
  Pick<PhotoService, 'openBytes' | 'close'> & { readonly remove: (paths: readonly string[]) => Promise<void> }
> {
  const store = await openPhotoStore(options, deriveKeys(options.secret, 'upload-target'));
  return {
    openBytes: (entry) => openPhotoStream(store, entry),
    async remove(paths) {
      for (const path of paths) await store.remove(path);
    },
    close: store.close,
  };
}

/** Opens the re-encoded photo, else the original. Undefined if neither exists. */
async function openPhotoStream(store: PhotoStore, entry: PhotoEntry): Promise<Readable | undefined> {
  return (await store.openReady(entry.path))?.stream ?? openOriginalStream(store, entry);
}

/** Creates the methods that sign and read links to photos and find their names. */
function createReadMethods({ records, settings, secret, now }: PhotoServiceOptions, store: PhotoStore) {
  const key = deriveKeys(secret, 'photo-link');
  return {
    async read(link) {
      const signed = readLink(link, key);
      if (!signed || signed.expiresAt < now()) return undefined;
      const [entry] = await records.findPhotos([signed.path]);
      if (entry?.state === 'stored') return { isReady: false };
      const photo = entry?.state === 'ready' ? await store.openReady(signed.path) : undefined;
      return entry && photo && { ...photo, isReady: true, entry };
    },
    findNames: async (paths) =>
      new Map((await records.findPhotos(paths)).map(({ path, name }) => [path, name])),
    createLink: ({ path, origin, at }) => signLink({ path, origin, expiresAt: at + settings.linkMs, key }),
  } satisfies Partial<PhotoService>;
}

/** Opens the store in the bucket if there is one, else in the folder. */
async function openPhotoStore(
  { bucket, folder, settings }: Pick<PhotoServiceOptions, 'bucket' | 'folder' | 'settings'>,
  targetKey: SigningKeys,
): Promise<PhotoStore> {
  const { maxBytes } = settings;
  return bucket ? openS3Store({ bucket, folder, maxBytes }) : openFolderStore({ folder, targetKey });
}
