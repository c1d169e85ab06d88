import type { UploadLimits } from '#engine';
import type { PhotoRecord } from './photos.ts';

export interface PhotosState {
  readonly records: readonly PhotoRecord[];
  readonly limits: UploadLimits | undefined;
}

export const initialPhotosState: PhotosState = { records: [], limits: undefined };

/**
 * Returns how many more files the picker accepts. Rejected rows also take a slot. `Infinity` if there is no
 * limit.
 */
export function countFreeSlots({ records, limits }: PhotosState): number {
  return Math.max(0, getMaxPhotos(limits) - records.length);
}

/** Returns the maximum number of photos; `Infinity` if there is no limit. */
export function getMaxPhotos(limits: UploadLimits | undefined): number {
  return limits?.count ?? Number.POSITIVE_INFINITY;
}
