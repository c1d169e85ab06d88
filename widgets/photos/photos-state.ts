import type { UploadLimits } from '#engine';
import type { PhotoRecord } from './photos.ts';

/**
 * The photos of a field, in the order in which they were added, and the limits that the plan sets for them
 * now.
 */
export interface PhotosState {
  readonly records: readonly PhotoRecord[];
  readonly limits: UploadLimits | undefined;
}

export const initialPhotosState: PhotosState = { records: [], limits: undefined };

/**
 * Returns the number of files that the picker still accepts, at least 0; `Infinity` if there is no limit.
 * Rejected photos count like others.
 */
export function countFreeSlots({ records, limits }: PhotosState): number {
  return Math.max(0, getMaxPhotos(limits) - records.length);
}

/** Returns the maximum number of photos; `Infinity` if there is no limit. */
export function getMaxPhotos(limits: UploadLimits | undefined): number {
  return limits?.count ?? Number.POSITIVE_INFINITY;
}
