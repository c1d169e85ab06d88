import type { Readable } from 'node:stream';
import type { PhotoRefusal } from '../refusal.ts';
import type { Store } from '../store/store.ts';
import type { ReceivingStore } from './folder-store.ts';
import { type PhotoAddress, readTarget, type TargetNote } from './photo-address.ts';

/** What photos are put with. */
export interface PutOptions {
  readonly records: Pick<Store, 'findPhotos' | 'notePhotoStored'>;
  readonly store: Pick<ReceivingStore, 'receive' | 'remove'>;
  readonly targetKey: Uint8Array;
  readonly now: () => number;
  /** Hears of each photo that was stored. */
  readonly onStored: () => void;
}

/** A photo on its way in, as the request has it. */
export interface PhotoRequest extends PhotoAddress {
  readonly contentType: string;
  /** Absent where the length is not told. */
  readonly contentLength: number | undefined;
  readonly body: Readable;
}

/** What came of a photo. `target` is absent where there is none that is ours. */
export type PutOutcome =
  | { readonly isStored: true; readonly path: string; readonly bytes: number }
  | { readonly isStored: false; readonly refusal: PhotoRefusal; readonly target?: TargetNote };

/**
 * Takes a photo if its target holds, its type is the target's, and its bytes are what they are said to be.
 * @throws what the disk, the database or the sender's connection throws.
 */
export async function putPhoto(request: PhotoRequest, options: PutOptions): Promise<PutOutcome> {
  const target = readTarget(request, options.targetKey);
  if (!target) return { isStored: false, refusal: { code: 'target-altered' } };
  const { path } = target;
  const refusal = refusalOf(target, request, options.now()) ?? (await usedBefore(path, options));
  if (refusal) return { isStored: false, refusal, target };
  const reception = await options.store.receive(target, request.body);
  if (!reception.isReceived) return { isStored: false, refusal: reception.refusal, target };
  await note({ path, bytes: reception.bytes }, options);
  options.onStored();
  return { isStored: true, path, bytes: reception.bytes };
}

function refusalOf(
  { type, maxBytes, expiresAt }: TargetNote,
  { contentType, contentLength }: PhotoRequest,
  now: number,
): PhotoRefusal | undefined {
  if (now > expiresAt) return { code: 'target-expired' };
  if (contentType.toLowerCase() !== type) return { code: 'wrong-type', types: [type] };
  if (contentLength === 0) return { code: 'empty' };
  return contentLength !== undefined && contentLength > maxBytes
    ? { code: 'too-large', maxBytes }
    : undefined;
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
