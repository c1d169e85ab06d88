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

/** A file that was uploaded before, for example by an earlier page. */
export interface UploadedFile {
  readonly file: File;
  readonly path: string;
}

/** One photo of the visitor, accepted or not (docs/behaviour.md, "Uploading"). */
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
  /** Present if the server did not answer the request for a target. The photo can be sent later. */
  readonly isUnanswered?: true;
}

/** The records of the photo fields by field name, in the order in which they were added. */
export type PhotoLists = Readonly<Record<string, readonly PhotoRecord[]>>;

/**
 * The photos of one section, created by `createPhotos`. They stay when the enquiry type changes, and upload
 * independently. Methods need no binding; `subscribe` and `getSnapshot` fit `useSyncExternalStore`.
 */
export interface PhotosController {
  readonly draw: (slot: PhotosSlot) => ReactNode;
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the same object until something changes. */
  readonly getSnapshot: () => PhotoLists;
  /** Sets the current limits of a field. Waiting photos start if the limits allow it. */
  readonly setLimits: (field: string, limits: UploadLimits | undefined) => void;
  /**
   * Adds a record for each file, loading the uploader first if necessary. Uploads those that the field's
   * limits accept and that have no path.
   */
  readonly add: (field: string, files: readonly (File | UploadedFile)[]) => void;
  /**
   * Returns true while files that were added to the field, or without one to any field, have no record yet,
   * because the uploader is being loaded.
   */
  readonly isAdding: (field?: string) => boolean;
  /**
   * Removes a record and aborts its upload: Retry, Remove and Cancel all do this (docs/behaviour.md,
   * "Uploading").
   */
  readonly remove: (field: string, fileID: string) => void;
  /** Uploads the photos again whose upload has failed. Absent: they are not. */
  readonly retryFailed?: () => void;
  /** Returns the file of a record; undefined after the record was removed. */
  readonly getFile: (fileID: string) => File | undefined;
  /** Returns the data that was sent for a record: the file, or a smaller picture. Undefined before. */
  readonly getSentData?: (fileID: string) => Blob | undefined;
  /**
   * Aborts all uploads and removes all records: after a successful send, or when the section is unmounted.
   */
  readonly clear: () => void;
}

export const noPhotos: PhotoLists = {};
