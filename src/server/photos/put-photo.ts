import type { Readable } from 'node:stream';
import type { PhotoRefusal } from '../refusal.ts';
import type { Store } from '../store/store.ts';
import type { ReceivingStore } from './folder/folder-store.ts';
import { type PhotoAddress, readTarget, type TargetNote } from './photo-address.ts';

/** What photos are put with. */
export interface PuttingParts {
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
export async function putPhoto(request: PhotoRequest, parts: PuttingParts): Promise<PutOutcome> {
  const target = readTarget(request, parts.targetKey);
  if (!target) return { isStored: false, refusal: { code: 'target-altered' } };
  const { path } = target;
  const obstacle = obstacleTo(target, request, parts.now()) ?? (await usedBefore(path, parts));
  if (obstacle) return { isStored: false, refusal: obstacle, target };
  const reception = await parts.store.receive(target, request.body);
  if (!reception.isReceived) {
    const code = reception.code === 'used' ? 'target-used' : reception.code;
    return { isStored: false, refusal: refusalOf(code, target), target };
  }
  await note({ path, bytes: reception.bytes }, parts);
  parts.onStored();
  return { isStored: true, path, bytes: reception.bytes };
}

function obstacleTo(target: TargetNote, request: PhotoRequest, now: number): PhotoRefusal | undefined {
  if (now > target.expiresAt) return { code: 'target-expired' };
  if (request.contentType.toLowerCase() !== target.type) return refusalOf('wrong-type', target);
  if (request.contentLength === 0) return { code: 'empty' };
  if (request.contentLength !== undefined && request.contentLength > target.maxBytes)
    return refusalOf('too-large', target);
  return undefined;
}

function refusalOf(
  code: Exclude<PhotoRefusal['code'], 'too-many'>,
  { type, maxBytes }: TargetNote,
): PhotoRefusal {
  if (code === 'wrong-type') return { code, types: [type] };
  return code === 'too-large' ? { code, maxBytes } : { code };
}

async function usedBefore(path: string, { records }: PuttingParts): Promise<PhotoRefusal | undefined> {
  const [entry] = await records.findPhotos([path]);
  if (!entry) return { code: 'target-expired' };
  return entry.state === 'issued' ? undefined : { code: 'target-used' };
}

/** What the records do not know of must not stay: its target may then be tried again. */
async function note(
  { path, bytes }: { readonly path: string; readonly bytes: number },
  { records, store, now }: PuttingParts,
): Promise<void> {
  try {
    await records.notePhotoStored({ path, bytes, storedAt: now() });
  } catch (error) {
    await store.remove(path);
    throw error;
  }
}
