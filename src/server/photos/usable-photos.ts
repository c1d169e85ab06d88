import type { UploadLimits } from '#engine';
import type { PhotoEntry } from '../store/records/photo-entry.ts';
import type { Store } from '../store/store.ts';
import { detectType, toCanonicalType } from './photo-path.ts';
import type { PhotoStore } from './photo-store.ts';

export interface NamedPhotos {
  readonly paths: readonly string[];
  readonly now: number;
  /** The limits of the field that names the photos; absent: there are none. */
  readonly limits?: UploadLimits | undefined;
}

export interface UsablePhotosOptions {
  readonly records: Pick<Store, 'findPhotos' | 'recordPhotoStored'>;
  readonly store: Pick<PhotoStore, 'findArrival' | 'makeDurable'>;
  /** The time after its upload for which a photo may be named. */
  readonly usableMs: number;
}

/**
 * Returns the paths that an enquiry must not name, in their order: photos that were not issued here, were not
 * uploaded or more than `usableMs` ago, exceed the limits, or are lost. Records uploads to a bucket, and
 * syncs the usable photos to the disk.
 */
export async function findUnusablePaths(
  { paths, now, limits }: NamedPhotos,
  options: UsablePhotosOptions,
): Promise<readonly string[]> {
  const entries = new Map((await options.records.findPhotos(paths)).map((entry) => [entry.path, entry]));
  const isUnusable = async (path: string) => {
    const issued = entries.get(path);
    const entry = issued && (await toStoredPhoto(issued, now, options));
    if (!entry || !isUsable(entry, { now, limits, usableMs: options.usableMs })) return true;
    return !(await isDurable(entry, options));
  };
  // In parallel: each check of a bucket takes a while.
  const found = await Promise.all(paths.map(isUnusable));
  return paths.filter((_path, index) => found[index]);
}

interface UsabilityLimits {
  readonly now: number;
  readonly limits: UploadLimits | undefined;
  readonly usableMs: number;
}

/**
 * Returns true if a photo was stored at most `usableMs` ago and its size and type are within the limits.
 * Limits that are absent do not apply.
 */
function isUsable(
  { storedAt, bytes = 0, type }: PhotoEntry,
  { now, limits, usableMs }: UsabilityLimits,
): boolean {
  if (storedAt === undefined || now - storedAt > usableMs) return false;
  return bytes <= (limits?.bytes ?? bytes) && (limits?.types?.includes(type) ?? true);
}

/**
 * Syncs the original to the disk, which must precede the acknowledgement of an enquiry. Returns false if it
 * is missing or incomplete, so that it must be uploaded again. Returns true for a photo that is re-encoded or
 * withheld already, which needs no sync.
 */
async function isDurable(entry: PhotoEntry, { store, records }: UsablePhotosOptions): Promise<boolean> {
  if (entry.state !== 'stored' || (await store.makeDurable(entry))) return true;
  // The original is removed after re-encoding, which may just have happened.
  const [current] = await records.findPhotos([entry.path]);
  return current !== undefined && current.state !== 'stored';
}

/**
 * Returns the photo as stored. Undefined if nothing, or something that does not match its target, was
 * uploaded. A bucket does not report uploads, so it is queried here, and the upload is recorded with the time
 * `now`.
 */
async function toStoredPhoto(
  entry: PhotoEntry,
  now: number,
  options: UsablePhotosOptions,
): Promise<PhotoEntry | undefined> {
  const { path, type, maxBytes, state } = entry;
  if (state !== 'issued') return entry;
  const arrival = await options.store.findArrival(path);
  if (!arrival || arrival.bytes === 0 || arrival.bytes > maxBytes) return undefined;
  if ((await detectType(arrival.leadingBytes)) !== toCanonicalType(type)) return undefined;
  await options.records.recordPhotoStored({ path, bytes: arrival.bytes, storedAt: now });
  return { ...entry, state: 'stored', storedAt: now, bytes: arrival.bytes };
}
