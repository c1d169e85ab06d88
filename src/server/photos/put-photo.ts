import type { Readable } from 'node:stream';
import type { UploadSettings } from '../platform/config/settings.ts';
import type { PhotoRefusal, TooManyRequests } from '../platform/refusal.ts';
import type { SigningKeys } from '../platform/secret/signed-token.ts';
import type { Store } from '../store/store.ts';
import type { FreeSpace } from './free-space.ts';
import { startUploadPace } from './pace.ts';
import { type PhotoAddress, readTarget, type SignedTarget } from './photo-address.ts';
import type { PhotoStore } from './photo-store.ts';
import type { Reception } from './receive-photo.ts';
import type { UploadBudget } from './upload-budget.ts';

export interface PutOptions {
  readonly records: Pick<Store, 'findPhotos' | 'recordPhotoStored'>;
  readonly store: Pick<PhotoStore, 'receive' | 'remove'>;
  readonly admission: UploadAdmission;
  readonly now: () => number;
}

/** The limits that uploads share on this server. */
export interface UploadAdmission {
  readonly budget: UploadBudget;
  readonly space: FreeSpace;
  readonly pace: UploadSettings;
  /** The paths to which an upload is running. */
  readonly claimed: Set<string>;
}

export interface PhotoRequest extends PhotoAddress, ArrivingPhoto {}

export interface ArrivingPhoto {
  readonly contentType: string;
  /** Absent if the request does not declare it. */
  readonly contentLength: number | undefined;
  /** The visitor's network address, for the limits; never logged. */
  readonly address: string;
  readonly body: Readable;
}

/** The result of an upload. `target` is absent if the address is not one of ours. */
export type PutOutcome =
  | { readonly isStored: true; readonly path: string; readonly bytes: number }
  | {
      readonly isStored: false;
      readonly refusal: PhotoRefusal | TooManyRequests;
      readonly target?: SignedTarget;
    };

/**
 * Stores an upload if its target is valid and unused, and its type, size and content match; otherwise returns
 * a refusal.
 * @throws InterruptedUpload, SlowUpload, NotEnoughSpace, or errors of the disk or the database.
 */
export async function putPhoto(
  request: PhotoRequest,
  { targetKey, ...options }: PutOptions & { readonly targetKey: SigningKeys },
): Promise<PutOutcome> {
  const target = readTarget(request, targetKey);
  return target
    ? storeUpload(target, request, options)
    : { isStored: false, refusal: { code: 'target-altered' } };
}

/**
 * Stores and records an upload to a target whose signature is checked already; returns a refusal in the other
 * cases of `putPhoto`, and if its sender exceeds a limit.
 * @throws as `putPhoto`.
 */
export async function storeUpload(
  target: SignedTarget,
  request: ArrivingPhoto,
  options: PutOptions,
): Promise<PutOutcome> {
  const { path } = target;
  const refusal =
    findRequestRefusal(target, request, options.now()) ?? (await findUsedTargetRefusal(path, options));
  if (refusal) return { isStored: false, refusal, target };
  const reception = await receiveWithinLimits(target, request, options);
  if (!reception.isReceived) return { isStored: false, refusal: reception.refusal, target };
  await recordStored({ path, bytes: reception.bytes }, options);
  return { isStored: true, path, bytes: reception.bytes };
}

/**
 * Receives an upload with space reserved on the disk and at least the required speed. Returns a refusal if
 * its sender exceeds a limit, if another upload to the same target is running, or if its content is wrong.
 * @throws NotEnoughSpace, or errors of receiving.
 */
async function receiveWithinLimits(
  target: SignedTarget,
  { address, contentLength, body }: ArrivingPhoto,
  { store, admission, now }: PutOptions,
): Promise<Reception | { readonly isReceived: false; readonly refusal: TooManyRequests }> {
  const { budget, space, claimed } = admission;
  const slot = await budget.open({ address, now: now() });
  if (!slot.isOpen) {
    const { retryAfterS } = slot;
    return { isReceived: false, refusal: { code: 'too-many-requests', retryAfterS } };
  }
  const pace = startUploadPace(admission.pace);
  let bytes = 0;
  let releaseSpace = () => {};
  // The first upload to a target claims it until it fails.
  let isOurs = false;
  /** Claims the target for this upload; returns false if another upload has claimed it already. */
  const claimTarget = () => {
    isOurs = !claimed.has(target.path);
    claimed.add(target.path);
    return isOurs;
  };
  /** Counts received bytes, for the budget of the sender and for the speed. */
  const countBytes = (more: number) => {
    bytes += more;
    pace.count(more);
  };
  try {
    releaseSpace = await space.reserve(contentLength ?? target.maxBytes);
    return await store.receive(target, {
      body,
      pace: { signal: pace.signal, count: countBytes },
      onFirstByte: claimTarget,
    });
  } finally {
    if (isOurs) claimed.delete(target.path);
    releaseSpace();
    pace.end();
    await slot.close({ bytes, now: now() });
  }
}

/**
 * Returns the first reason to refuse a request before its body is read: the target has expired, the type is
 * another, or the declared size is wrong. Undefined if there is none; an absent size is not checked.
 */
function findRequestRefusal(
  { type, maxBytes, isExact, expiresAt }: SignedTarget,
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

/**
 * Returns undefined if the target is unused, `target-expired` if its photo is not known (any more), else
 * `target-used`.
 */
async function findUsedTargetRefusal(
  path: string,
  { records }: PutOptions,
): Promise<PhotoRefusal | undefined> {
  const [entry] = await records.findPhotos([path]);
  if (!entry) return { code: 'target-expired' };
  return entry.state === 'issued' ? undefined : { code: 'target-used' };
}

/**
 * Records a received photo. If that fails, removes the file, so that the target can be used again, and throws
 * the error.
 */
async function recordStored(
  { path, bytes }: { readonly path: string; readonly bytes: number },
  { records, store, now }: PutOptions,
): Promise<void> {
  try {
    await records.recordPhotoStored({ path, bytes, storedAt: now() });
  } catch (error) {
    await store.remove(path);
    throw error;
  }
}
