import type { UploadLimits } from '#engine';
import type { PhotoRecord } from './photos.ts';

/** The photos of one field and the limits that hold for it now. */
export interface PhotosState {
  readonly records: readonly PhotoRecord[];
  readonly limits: UploadLimits | undefined;
}

/** No photos, no limits. */
export const initialPhotos: PhotosState = { records: [], limits: undefined };

/** How many more files the picker may take: rejected rows count too. `Infinity` where nothing limits them. */
export function roomLeft({ records, limits }: PhotosState): number {
  return Math.max(0, mostPhotos(limits) - records.length);
}

/** The most that limits let in; `Infinity` where they say nothing. */
export function mostPhotos(limits: UploadLimits | undefined): number {
  return limits?.count ?? Number.POSITIVE_INFINITY;
}
