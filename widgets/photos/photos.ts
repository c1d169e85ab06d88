import type { ReactNode } from 'react';
import type { UploadLimits } from '#engine';
import type { PhotosSlot } from '../fields/photos-slot.ts';
import type { PhotoErrorCode } from './photo-error-codes.ts';

/** A file before it is sent. `type` is the media type that the browser assigned, `''` if it knows none. */
export interface PhotoFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

/**
 * One photo of the visitor (docs/behaviour.md, "Uploading"). `state` replaces the two flags `uploading` and
 * `uploaded`, which could contradict each other.
 */
export type PhotoRecord = { readonly fileID: string } & PhotoFile &
  (
    | { readonly state: 'added' }
    /** `progress` is the transferred share of the photo, from 0 to 1. */
    | { readonly state: 'uploading'; readonly progress: number }
    | { readonly state: 'uploaded'; readonly path: string }
    | { readonly state: 'error'; readonly error: PhotoError }
  );

/** The error of a photo. `values` are the arguments of its text `photos.problems.<code>`. */
export interface PhotoError {
  readonly code: PhotoErrorCode;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** The records of the photo fields by field name, in the order in which they were added. */
export type PhotoLists = Readonly<Record<string, readonly PhotoRecord[]>>;

/**
 * The photos of one section, created by `createPhotos`. They stay when the enquiry type changes, and upload
 * independently. All methods can be passed without binding; `subscribe` and `getSnapshot` fit
 * `useSyncExternalStore`. `EnquiryFields` accepts the object as `photos`; a submission uses `getSendablePhotos`,
 * the submit button `hasPendingPhotos`.
 */
export interface PhotosController {
  readonly draw: (slot: PhotosSlot) => ReactNode;
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the same object until something changes. */
  readonly getSnapshot: () => PhotoLists;
  /** Sets the current limits of a field. Waiting photos start if the limits allow it. */
  readonly setLimits: (field: string, limits: UploadLimits | undefined) => void;
  /** Checks files by the field's limits and uploads the accepted ones. */
  readonly add: (field: string, files: readonly File[]) => void;
  /**
   * Removes a record and aborts its upload: Retry, Remove and Cancel all do this (docs/behaviour.md,
   * "Uploading").
   */
  readonly remove: (field: string, fileID: string) => void;
  readonly getFile: (fileID: string) => File | undefined;
  /**
   * Aborts all uploads and removes all records: after a successful send, or when the section is unmounted.
   */
  readonly clear: () => void;
}

export const noPhotos: PhotoLists = {};
