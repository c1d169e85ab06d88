import type { Readable } from 'node:stream';
import type { UploadSettings } from '../config/settings.ts';
import type { PhotoRefusal, TooManyRequests } from '../refusal.ts';
import type { Keys } from '../secret/signed-token.ts';
import type { Store } from '../store/store.ts';
import type { FreeSpace } from './free-space.ts';
import { watchPace } from './pace.ts';
import { type PhotoAddress, readTarget, type TargetNote } from './photo-address.ts';
import type { PhotoStore } from './photo-store.ts';
import type { Reception } from './receive-photo.ts';
import type { UploadBudget } from './upload-budget.ts';

/** What photos are put with. */
export interface PutOptions {
  readonly records: Pick<Store, 'findPhotos' | 'notePhotoStored'>;
  readonly store: Pick<PhotoStore, 'receive' | 'remove'>;
  readonly admission: UploadAdmission;
  readonly now: () => number;
}

/** What lets uploads in, and how far. */
export interface UploadAdmission {
  readonly budget: UploadBudget;
  /** On the disk that they arrive on. */
  readonly space: FreeSpace;
  readonly pace: UploadSettings;
  /** Paths of the targets that a photo is arriving at. */
  readonly claimed: Set<string>;
}

/** A photo on its way in to a target, as the request has it. */
export interface PhotoRequest extends PhotoAddress, ArrivingPhoto {}

/** A photo on its way in. */
export interface ArrivingPhoto {
  readonly contentType: string;
  /** Absent where the length is not told. */
  readonly contentLength: number | undefined;
  /** The visitor's, for the budget; in no log. */
  readonly address: string;
  readonly body: Readable;
}

/** What came of a photo. `target` is absent where there is none that is ours. */
export type PutOutcome =
  | { readonly isStored: true; readonly path: string; readonly bytes: number }
  | {
      readonly isStored: false;
      readonly refusal: PhotoRefusal | TooManyRequests;
      readonly target?: TargetNote;
    };

/**
 * Takes a photo if its target holds, its type is the target's, and its bytes are what they are said to be.
 * @throws InterruptedUpload, SlowUpload, or what the disk or the database throws.
 */
export async function putPhoto(
  request: PhotoRequest,
  { targetKey, ...options }: PutOptions & { readonly targetKey: Keys },
): Promise<PutOutcome> {
  const target = readTarget(request, targetKey);
  return target
    ? takePhoto(target, request, options)
    : { isStored: false, refusal: { code: 'target-altered' } };
}

/** The same for a target that is known to be ours. @throws likewise. */
export async function takePhoto(
  target: TargetNote,
  request: ArrivingPhoto,
  options: PutOptions,
): Promise<PutOutcome> {
  const { path } = target;
  const refusal = refusalOf(target, request, options.now()) ?? (await usedBefore(path, options));
  if (refusal) return { isStored: false, refusal, target };
  const reception = await admitted(target, request, options);
  if (!reception.isReceived) return { isStored: false, refusal: reception.refusal, target };
  await note({ path, bytes: reception.bytes }, options);
  return { isStored: true, path, bytes: reception.bytes };
}

/** Receives a photo within what its sender may take of the server. @throws NoRoom, or what receiving throws. */
async function admitted(
  target: TargetNote,
  { address, contentLength, body }: ArrivingPhoto,
  { store, admission, now }: PutOptions,
): Promise<Reception | { readonly isReceived: false; readonly refusal: TooManyRequests }> {
  const { budget, space, claimed } = admission;
  const place = await budget.open({ address, now: now() });
  if (!place.isOpen) {
    const { retryAfterS } = place;
    return { isReceived: false, refusal: { code: 'too-many-requests', retryAfterS } };
  }
  const pace = watchPace(admission.pace);
  let bytes = 0;
  let letGo = () => {};
  // Whoever comes first has the target, until that fails.
  let isOurs = false;
  const claim = () => {
    isOurs = !claimed.has(target.path);
    claimed.add(target.path);
    return isOurs;
  };
  const count = (more: number) => {
    bytes += more;
    pace.count(more);
  };
  try {
    letGo = await space.reserve(contentLength ?? target.maxBytes);
    return await store.receive(target, { body, pace: { signal: pace.signal, count }, onFirstByte: claim });
  } finally {
    if (isOurs) claimed.delete(target.path);
    letGo();
    pace.end();
    await place.close({ bytes, now: now() });
  }
}

function refusalOf(
  { type, maxBytes, isExact, expiresAt }: TargetNote,
  { contentType, contentLength }: ArrivingPhoto,
  now: number,
): PhotoRefusal | undefined {
  if (now > expiresAt) return { code: 'target-expired' };
  if (contentType.toLowerCase() !== type) return { code: 'wrong-type', types: [type] };
  if (contentLength === 0) return { code: 'empty' };
  if (contentLength === undefined) return undefined;
  if (isExact) return contentLength === maxBytes ? undefined : { code: 'wrong-size' };
  return contentLength > maxBytes ? { code: 'too-large', maxBytes } : undefined;
}

async function usedBefore(path: string, { records }: PutOptions): Promise<PhotoRefusal | undefined> {
  const [entry] = await records.findPhotos([path]);
  if (!entry) return { code: 'target-expired' };
  return entry.state === 'issued' ? undefined : { code: 'target-used' };
}

/** What the records do not know of must not stay: its target may then be tried again. */
async function note(
  { path, bytes }: { readonly path: string; readonly bytes: number },
  { records, store, now }: PutOptions,
): Promise<void> {
  try {
    await records.notePhotoStored({ path, bytes, storedAt: now() });
  } catch (error) {
    await store.remove(path);
    throw error;
  }
}
