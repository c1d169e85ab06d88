import type { Readable } from 'node:stream';
import type { Store } from '../store/store.ts';
import type { ReceivingStore } from './folder/folder-store.ts';
import { type PhotoAddress, readTarget, type TargetNote } from './photo-address.ts';
import type { RefusalCode } from './refusals.ts';

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
  | { readonly isStored: false; readonly code: RefusalCode; readonly target?: TargetNote };

/**
 * Takes a photo if its target holds, its type is the target's, and its bytes are what they are said to be.
 * @throws what the disk, the database or the sender's connection throws.
 */
export async function putPhoto(request: PhotoRequest, parts: PuttingParts): Promise<PutOutcome> {
  const target = readTarget(request, parts.targetKey);
  if (!target) return { isStored: false, code: 'target-altered' };
  const { path } = target;
  const obstacle = obstacleTo(target, request, parts.now()) ?? (await usedBefore(path, parts));
  if (obstacle) return { isStored: false, code: obstacle, target };
  const reception = await parts.store.receive(target, request.body);
  if (!reception.isReceived) {
    const code = reception.code === 'used' ? 'target-used' : reception.code;
    return { isStored: false, code, target };
  }
  await note({ path, bytes: reception.bytes }, parts);
  parts.onStored();
  return { isStored: true, path, bytes: reception.bytes };
}

function obstacleTo(target: TargetNote, request: PhotoRequest, now: number): RefusalCode | undefined {
  if (now > target.expiresAt) return 'target-expired';
  if (request.contentType.toLowerCase() !== target.type) return 'wrong-type';
  if (request.contentLength === 0) return 'empty';
  if (request.contentLength !== undefined && request.contentLength > target.maxBytes) return 'too-large';
  return undefined;
}

async function usedBefore(path: string, { records }: PuttingParts): Promise<RefusalCode | undefined> {
  const [entry] = await records.findPhotos([path]);
  if (!entry) return 'target-expired';
  return entry.state === 'issued' ? undefined : 'target-used';
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
