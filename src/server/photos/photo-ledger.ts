import type { UploadLimits } from '#engine';
import type { PhotoLedger } from '../judge/photo-ledger.ts';
import type { PhotoEntry } from '../store/photo-entry.ts';
import type { Store } from '../store/store.ts';
import { shownType } from './leading-bytes.ts';
import { canonicalType } from './photo-path.ts';
import type { PhotoStore } from './photo-store.ts';

/** What an enquiry may name (docs/behaviour.md, "In an enquiry"). */
export interface LedgerParts {
  readonly records: Pick<Store, 'findPhotos' | 'notePhotoStored'>;
  readonly store: Pick<PhotoStore, 'arrived' | 'secure'>;
  /** How long after it was stored a photo may be named. */
  readonly usableMs: number;
  /** Hears of a photo that the store has had without telling. */
  readonly onStored: () => void;
}

/** The ledger of a server that takes photos: those are unusable that were not issued here, or not stored within the day, or exceed the limits. */
export function createPhotoLedger(parts: LedgerParts): Pick<PhotoLedger, 'unusable'> {
  return {
    unusable: async ({ paths, now, limits }) => {
      const entries = new Map((await parts.records.findPhotos(paths)).map((entry) => [entry.path, entry]));
      const unusable: string[] = [];
      for (const path of paths) {
        const issued = entries.get(path);
        const entry = issued && (await asStored(issued, now, parts));
        if (!entry || !isUsable(entry, { now, limits, usableMs: parts.usableMs })) unusable.push(path);
        else if (!(await isSecured(entry, parts))) unusable.push(path);
      }
      return unusable;
    },
  };
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

/** Nothing is acknowledged before its photos are on the disk. What is made anew already is; what is lost is to be added again. */
async function isSecured(entry: PhotoEntry, { store, records }: LedgerParts): Promise<boolean> {
  if (entry.state !== 'stored' || (await store.secure(entry))) return true;
  // Its original goes once it is made anew, which may just have happened.
  const [current] = await records.findPhotos([entry.path]);
  return current !== undefined && current.state !== 'stored';
}

/** A store of its own kind is asked whether the photo has arrived; what it let in and should not have is not noted. */
async function asStored(entry: PhotoEntry, now: number, parts: LedgerParts): Promise<PhotoEntry | undefined> {
  const { path, type, maxBytes, state } = entry;
  if (state !== 'issued') return entry;
  const arrival = await parts.store.arrived(path);
  if (!arrival || arrival.bytes === 0 || arrival.bytes > maxBytes) return undefined;
  if ((await shownType(arrival.leadingBytes)) !== canonicalType(type)) return undefined;
  await parts.records.notePhotoStored({ path, bytes: arrival.bytes, storedAt: now });
  parts.onStored();
  return { ...entry, state: 'stored', storedAt: now, bytes: arrival.bytes };
}
