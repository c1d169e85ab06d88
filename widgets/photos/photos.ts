import type { ReactNode } from 'react';
import type { UploadLimits } from '#engine';
import type { PhotosSlot } from '../fields/photos-slot.ts';
import type { PhotoErrorCode } from './photo-error-codes.ts';

/** What the visitor's side knows of a file before it is sent. `type` is what the browser calls it, `''` if it cannot tell. */
export interface PhotoFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

/**
 * One photo of the visitor's (docs/behaviour.md, "Uploading"). `state` stands for that record's
 * flags `uploading` and `uploaded`, which could contradict each other.
 */
export type PhotoRecord = { readonly fileID: string } & PhotoFile &
  (
    | { readonly state: 'added' }
    /** `progress` runs from 0 to 1 over the photo's own transfer. */
    | { readonly state: 'uploading'; readonly progress: number }
    /** `path` is what the enquiry names. */
    | { readonly state: 'uploaded'; readonly path: string }
    | { readonly state: 'error'; readonly error: PhotoError }
  );

/** Why a photo is listed in red; `values` are the arguments of its text `photos.problems.<code>`. */
export interface PhotoError {
  readonly code: PhotoErrorCode;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** The records of each photo field, by the field's name, in the order in which they were added. */
export type PhotoLists = Readonly<Record<string, readonly PhotoRecord[]>>;

/**
 * The photos of one section: they stay across changes of the enquiry type and upload on their own. Made by `createPhotos`.
 * `subscribe` and `getSnapshot` fit `useSyncExternalStore`; both, and every other method, may be passed on unbound.
 * `EnquiryFields` takes it as it is; a submission takes `photoValues`, its button asks `isAwaitingPhotos`.
 */
export interface Photos {
  /** Draws the uploader in its place in the form. */
  readonly draw: (slot: PhotosSlot) => ReactNode;
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object until something changes. */
  readonly getSnapshot: () => PhotoLists;
  /** The limits that hold for a field now; photos that wait start within them. */
  readonly setLimits: (field: string, limits: UploadLimits | undefined) => void;
  /** Judges the files by the field's limits and starts those that pass. */
  readonly add: (field: string, files: readonly File[]) => void;
  /** Drops a record and ends its upload: Retry, Remove and Cancel are all this (docs/behaviour.md, "Uploading"). */
  readonly remove: (field: string, fileID: string) => void;
  /** The file behind a record, for its thumbnail. */
  readonly fileOf: (fileID: string) => File | undefined;
  /** Ends every upload and drops every record: after a successful send, or when the section leaves the page. */
  readonly clear: () => void;
}

/** No photos: the snapshot of a server's drawing. */
export const noPhotos: PhotoLists = {};
