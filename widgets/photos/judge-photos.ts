import { type Plan, type Text, type UploadLimits, uploadFields } from '#engine';
import type { PhotoError, PhotoFile, PhotoLists, PhotoRecord } from './photos.ts';

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

/** What the visitor reads of an error: `choose a photo of the type JPEG, PNG`. */
export function messageOf({ code, values }: PhotoError, text: Text): string {
  return text(`photos.problems.${code}`, values);
}

/** `typeNames(['image/jpg', 'image/jpeg', 'image/png']) // 'JPEG, PNG'` */
export function typeNames(types: readonly string[]): string {
  const names = types.map((type) => type.slice(type.indexOf('/') + 1).toUpperCase());
  return [...new Set(names.map((name) => (name === 'JPG' ? 'JPEG' : name)))].join(', ');
}

/** The paths that a submission under this plan carries, by field; a field without any is absent. */
export function photoValues(lists: PhotoLists, plan: Plan): Readonly<Record<string, readonly string[]>> {
  const values = uploadFields(plan).map(
    ({ name, limits }) => [name, sendablePaths(lists[name], limits)] as const,
  );
  return Object.fromEntries(values.filter(([, paths]) => paths.length > 0));
}

/** Whether a photo that this plan's submission would carry is still on its way: the submit button waits for it. */
export function isAwaitingPhotos(lists: PhotoLists, plan: Plan): boolean {
  return uploadFields(plan).some(({ name, limits }) =>
    accepted(lists[name], limits).some(({ state }) => state === 'added' || state === 'uploading'),
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
