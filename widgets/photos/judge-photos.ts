import { type FieldPlan, listUploadFields, type Plan, type TextFormatter, type UploadLimits } from '#engine';
import type { PhotoError, PhotoFile, PhotoLists, PhotoRecord, PhotosController } from './photos.ts';

/** A record under the current limits. `rejection` is the reason why it is not sent now. */
export interface JudgedPhoto {
  readonly record: PhotoRecord;
  readonly rejection?: PhotoError;
}

/**
 * Returns the records with their errors under the current limits, in the same order. A rejected record is not
 * changed, so it is valid again if the limits are raised. A photo with an error does not count towards the
 * maximum.
 */
export function judgePhotos(
  records: readonly PhotoRecord[],
  limits: UploadLimits | undefined,
): readonly JudgedPhoto[] {
  let acceptedCount = 0;
  return records.map((record) => {
    if (record.state === 'error') return { record, rejection: record.error };
    const rejection = findPhotoRejection(record, limits, acceptedCount);
    if (rejection) return { record, rejection };
    acceptedCount += 1;
    return { record };
  });
}

/**
 * Returns the reason why a file cannot be added to `acceptedCount` others; undefined if it can. Type and size
 * are checked before the count, and an empty file is always rejected. Without limits any number of files of
 * any type is accepted.
 */
export function findPhotoRejection(
  file: PhotoFile,
  limits: UploadLimits | undefined,
  acceptedCount: number,
): PhotoError | undefined {
  const { types, bytes, count } = limits ?? {};
  if (types && !types.includes(file.type.toLowerCase()))
    return { code: 'wrong-type', values: { types: formatFileTypes(types) } };
  if (file.bytes === 0) return { code: 'empty' };
  if (bytes !== undefined && file.bytes > bytes)
    return { code: 'too-large', values: { megabytes: bytes / 2 ** 20 } };
  if (count !== undefined && acceptedCount >= count) return { code: 'too-many', values: { count } };
  return undefined;
}

/** Returns the message of an error: `choose a photo of the type JPEG, PNG`. */
export function formatPhotoError({ code, values }: PhotoError, text: TextFormatter): string {
  return text(`photos.problems.${code}`, values);
}

/**
 * Returns media types as the names of formats for a message, each once: `formatFileTypes(['image/jpg',
 * 'image/jpeg', 'image/png']) // 'JPEG, PNG'`
 */
export function formatFileTypes(types: readonly string[]): string {
  const names = types.map((type) => type.slice(type.indexOf('/') + 1).toUpperCase());
  return [...new Set(names.map((name) => (name === 'JPG' ? 'JPEG' : name)))].join(', ');
}

/**
 * Returns the paths of the uploaded photos to send with this plan, by field; fields without any are absent. Photos that
 * can only be sent later, because there is no connection, have their mark as a path (`toPhotoMark`) if `isLater` is true.
 * Photos that the plan's limits reject, and those of fields that it does not send, are omitted.
 */
export function getSendablePhotos(
  lists: PhotoLists,
  plan: Plan,
  isLater = false,
): Readonly<Record<string, readonly string[]>> {
  const values = listUploadFields(plan).map(
    ({ name, limits }) => [name, listSendablePaths(lists[name], limits, isLater)] as const,
  );
  return Object.fromEntries(values.filter(([, paths]) => paths.length > 0));
}

/** Returns true if a photo that this plan would send is waiting or being uploaded. Submits wait for it. */
export function hasPendingPhotos(lists: PhotoLists, plan: Plan): boolean {
  return listUploadFields(plan).some((field) => isFieldPending(lists, field));
}

/** Returns the names of the fields with a photo that is being added, is waiting or is being uploaded. */
export function listPendingFields(
  { getSnapshot, isAdding }: Pick<PhotosController, 'getSnapshot' | 'isAdding'>,
  plan: Plan,
): readonly string[] {
  const pending = listUploadFields(plan).filter(
    (field) => isAdding(field.name) || isFieldPending(getSnapshot(), field),
  );
  return pending.map(({ name }) => name);
}

/** Returns true if a photo of the field that its limits accept is waiting or being uploaded. */
function isFieldPending(lists: PhotoLists, { name, limits }: FieldPlan): boolean {
  return selectAcceptedPhotos(lists[name], limits).some(
    ({ state }) => state === 'added' || state === 'uploading',
  );
}

/** Returns the paths of the uploaded photos that the limits accept. */
function listSendablePaths(
  records: readonly PhotoRecord[] | undefined,
  limits: UploadLimits | undefined,
  isLater: boolean,
): readonly string[] {
  return judgePhotos(records ?? [], limits).flatMap(({ record, rejection }) => {
    if (record.state === 'error')
      return isLater && record.error.isUnanswered ? [toPhotoMark(record.fileID)] : [];
    return record.state === 'uploaded' && !rejection ? [record.path] : [];
  });
}

/** Returns the text that stands for the path of a photo that is not uploaded yet. */
export function toPhotoMark(fileID: string): string {
  return `slipway-photo:${fileID}`;
}

/** Returns the ids of the photos that this plan sends, and that can only be sent later. */
export function listUnansweredPhotos(lists: PhotoLists, plan: Plan): readonly string[] {
  return listUploadFields(plan).flatMap(({ name }) =>
    (lists[name] ?? []).flatMap((record) =>
      record.state === 'error' && record.error.isUnanswered ? [record.fileID] : [],
    ),
  );
}

/** Returns the records that have not failed and that the limits do not reject. */
function selectAcceptedPhotos(
  records: readonly PhotoRecord[] = [],
  limits: UploadLimits | undefined,
): readonly PhotoRecord[] {
  return judgePhotos(records, limits).flatMap(({ record, rejection }) => (rejection ? [] : [record]));
}
