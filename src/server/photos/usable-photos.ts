import type { UploadLimits } from '#engine';
import type { PhotoEntry } from '../store/photo-entry.ts';
import type { Store } from '../store/store.ts';
import { canonicalType, shownType } from './photo-path.ts';
import type { PhotoStore } from './photo-store.ts';

/** Photos that an enquiry names, and when. */
export interface NamedPhotos {
  readonly paths: readonly string[];
  readonly now: number;
  /** The limits of the field that names them. */
  readonly limits?: UploadLimits | undefined;
}

/** What photos are looked up in. */
export interface UsableOptions {
  readonly records: Pick<Store, 'findPhotos' | 'notePhotoStored'>;
  readonly store: Pick<PhotoStore, 'findArrival' | 'makeDurable'>;
  /** How long after it was stored a photo may be named. */
  readonly usableMs: number;
}

/** Those of the paths that an enquiry may not name: not issued here, or not stored within the day, or beyond the limits. */
export async function unusablePhotos(
  { paths, now, limits }: NamedPhotos,
  options: UsableOptions,
): Promise<readonly string[]> {
  const entries = new Map((await options.records.findPhotos(paths)).map((entry) => [entry.path, entry]));
  const isUnusable = async (path: string) => {
    const issued = entries.get(path);
    const entry = issued && (await asStored(issued, now, options));
    if (!entry || !isUsable(entry, { now, limits, usableMs: options.usableMs })) return true;
    return !(await isDurable(entry, options));
  };
  // At once: a store elsewhere takes its time for each.
  const found = await Promise.all(paths.map(isUnusable));
  return paths.filter((_path, index) => found[index]);
}

interface Usability {
  readonly now: number;
  readonly limits: UploadLimits | undefined;
  readonly usableMs: number;
}

function isUsable({ storedAt, bytes = 0, type }: PhotoEntry, { now, limits, usableMs }: Usability): boolean {
  if (storedAt === undefined || now - storedAt > usableMs) return false;
  return bytes <= (limits?.bytes ?? bytes) && (limits?.types?.includes(type) ?? true);
}

/** Nothing is acknowledged before its photos are on the disk. What is encoded anew already is; what is lost is to be added again. */
async function isDurable(entry: PhotoEntry, { store, records }: UsableOptions): Promise<boolean> {
  if (entry.state !== 'stored' || (await store.makeDurable(entry))) return true;
  // Its original goes once it is encoded anew, which may just have happened.
  const [current] = await records.findPhotos([entry.path]);
  return current !== undefined && current.state !== 'stored';
}

/** A store of its own kind is asked whether the photo has arrived; what it let in and should not have is not noted. */
async function asStored(
  entry: PhotoEntry,
  now: number,
  options: UsableOptions,
): Promise<PhotoEntry | undefined> {
  const { path, type, maxBytes, state } = entry;
  if (state !== 'issued') return entry;
  const arrival = await options.store.findArrival(path);
  if (!arrival || arrival.bytes === 0 || arrival.bytes > maxBytes) return undefined;
  if ((await shownType(arrival.leadingBytes)) !== canonicalType(type)) return undefined;
  await options.records.notePhotoStored({ path, bytes: arrival.bytes, storedAt: now });
  return { ...entry, state: 'stored', storedAt: now, bytes: arrival.bytes };
}
