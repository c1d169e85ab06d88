import type { ReactNode } from 'react';
import type { FieldPlan, Plan, UploadLimits } from '#engine';
import type { PhotosSlot } from '../fields/photos-slot.ts';

/** What the visitor's side knows of a file before it is sent. `type` is what the browser calls it, `''` if it cannot tell. */
export interface PhotoFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

/**
 * One photo of the visitor's (specification, section 3, "Uploaded-photo record"). `state` stands for that record's
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

/** The text of a key in the page's language: `text('photos.choose', {count: 10})`. */
export type PhotoText = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** Why a photo is listed in red; `values` are the arguments of its text `photos.problems.<code>`. */
export interface PhotoError {
  readonly code: PhotoErrorCode;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** What the visitor reads of an error: `choose a photo of the type JPEG, PNG`. */
export function messageOf({ code, values }: PhotoError, text: PhotoText): string {
  return text(`photos.problems.${code}`, values);
}

/** What can be wrong with a photo. */
export type PhotoErrorCode = (typeof photoErrorCodes)[number];

/**
 * Every code of a photo's error, stable; each has a text `photos.problems.<code>`. The first four are found before
 * anything is sent, a store may answer with all but the last two (`error` of its refusal), `failed` is whatever else
 * went wrong on the way.
 */
export const photoErrorCodes = [
  'wrong-type',
  'empty',
  'too-large',
  'too-many',
  'wrong-content',
  'target-expired',
  'store-full',
  'time-out',
  'failed',
] as const;

/** The records of each photo field, by the field's name, in the order in which they were added. */
export type PhotoLists = Readonly<Record<string, readonly PhotoRecord[]>>;

/**
 * The photos of one section: kept across changes of the enquiry type, uploading on their own. Made by `createPhotos`.
 * `subscribe` and `getSnapshot` fit `useSyncExternalStore`; both, and every other method, may be passed on unbound.
 * `EnquiryFields` takes it as it is; a submission takes `photoValues`, its button asks `isAwaitingPhotos`.
 */
export interface PhotosPort {
  /** Draws the uploader in its place in the form. */
  readonly draw: (slot: PhotosSlot) => ReactNode;
  readonly subscribe: (listener: () => void) => () => void;
  /** The same object until something changes. */
  readonly getSnapshot: () => PhotoLists;
  /** The limits that hold for a field now; photos that wait start within them. */
  readonly setLimits: (field: string, limits: UploadLimits | undefined) => void;
  /** Judges the files by the field's limits and starts those that pass. */
  readonly add: (field: string, files: readonly File[]) => void;
  /** Drops a record and ends its upload: Retry, Remove and Cancel are all this (specification, section 4). */
  readonly remove: (field: string, fileID: string) => void;
  /** The file behind a record, for its thumbnail. */
  readonly fileOf: (fileID: string) => File | undefined;
  /** Ends every upload and drops every record: after a successful send, or when the section leaves the page. */
  readonly clear: () => void;
}

/** No photos: the snapshot of a server's drawing and of a section without a port. */
export const noPhotos: PhotoLists = {};

/** A record as it stands under the limits of the moment: `rejection` is what keeps it out of the submission now. */
export interface JudgedPhoto {
  readonly record: PhotoRecord;
  readonly rejection?: PhotoError;
}

/**
 * The records under the limits that hold now. Photos that an earlier type let in are rejected where the current one
 * does not take them, without a change to the record: they are as before when the limits rise again.
 * A photo in error takes no one's place in the submission.
 */
export function judgePhotos(
  records: readonly PhotoRecord[],
  limits: UploadLimits | undefined,
): readonly JudgedPhoto[] {
  let taken = 0;
  return records.map((record) => {
    if (record.state === 'error') return { record, rejection: record.error };
    const rejection = rejectionOf(record, limits, taken);
    if (rejection) return { record, rejection };
    taken += 1;
    return { record };
  });
}

/** Why a file may not join `taken` others; `undefined` where it may. Type and size come before count. */
export function rejectionOf(
  file: PhotoFile,
  limits: UploadLimits | undefined,
  taken: number,
): PhotoError | undefined {
  const { types, bytes, count } = limits ?? {};
  if (types && !types.includes(file.type.toLowerCase()))
    return { code: 'wrong-type', values: { types: typeNames(types) } };
  if (file.bytes === 0) return { code: 'empty' };
  if (bytes !== undefined && file.bytes > bytes)
    return { code: 'too-large', values: { megabytes: bytes / 2 ** 20 } };
  if (count !== undefined && taken >= count) return { code: 'too-many', values: { count } };
  return undefined;
}

/** `typeNames(['image/jpg', 'image/jpeg', 'image/png']) // 'JPEG, PNG'` */
export function typeNames(types: readonly string[]): string {
  const names = types.map((type) => type.slice(type.indexOf('/') + 1).toUpperCase());
  return [...new Set(names.map((name) => (name === 'JPG' ? 'JPEG' : name)))].join(', ');
}

/** The paths that a submission under this plan carries, by field; a field without any is absent. */
export function photoValues(lists: PhotoLists, plan: Plan): Readonly<Record<string, readonly string[]>> {
  const values = photoFields(plan).map(
    ({ name, limits }) => [name, sendablePaths(lists[name], limits)] as const,
  );
  return Object.fromEntries(values.filter(([, paths]) => paths.length > 0));
}

/** Whether a photo that this plan's submission would carry is still on its way: the submit button waits for it. */
export function isAwaitingPhotos(lists: PhotoLists, plan: Plan): boolean {
  return photoFields(plan).some(({ name, limits }) =>
    accepted(lists[name], limits).some(({ state }) => state === 'added' || state === 'uploading'),
  );
}

function photoFields(plan: Plan): readonly FieldPlan[] {
  return plan.fields.filter(
    ({ definition, visibility }) => definition.widget === 'photos' && visibility !== 'hidden',
  );
}

function sendablePaths(
  records: readonly PhotoRecord[] | undefined,
  limits: UploadLimits | undefined,
): readonly string[] {
  return accepted(records, limits).flatMap((record) => (record.state === 'uploaded' ? [record.path] : []));
}

function accepted(
  records: readonly PhotoRecord[] = [],
  limits: UploadLimits | undefined,
): readonly PhotoRecord[] {
  return judgePhotos(records, limits).flatMap(({ record, rejection }) => (rejection ? [] : [record]));
}
