import type { UploadLimits } from '#engine';
import type { PhotoRecord } from './photos.ts';

export interface PhotosState {
  readonly records: readonly PhotoRecord[];
  readonly limits: UploadLimits | undefined;
}

export const initialPhotos: PhotosState = { records: [], limits: undefined };

/**
 * Returns the number of files that the picker still accepts; rejected rows count too. `Infinity` if there is
 * no limit.
 */
export function roomLeft({ records, limits }: PhotosState): number {
  return Math.max(0, mostPhotos(limits) - records.length);
}

/** Returns the maximum number of photos; `Infinity` if there is no limit. */
export function mostPhotos(limits: UploadLimits | undefined): number {
  return limits?.count ?? Number.POSITIVE_INFINITY;
}
