import type { UploadLimits } from '#engine';
import { findPhotoRejection } from './judge-photos.ts';
import type { PhotoError, PhotoFile, PhotoRecord } from './photos.ts';
import { getMaxPhotos, type PhotosState } from './photos-state.ts';

/** An event of a photo list (docs/behaviour.md, "Uploading"). */
export type PhotosEvent =
  | { readonly type: 'limits-changed'; readonly limits: UploadLimits | undefined }
  | { readonly type: 'added'; readonly files: readonly AddedFile[] }
  | { readonly type: 'progressed'; readonly fileID: string; readonly progress: number }
  | { readonly type: 'uploaded'; readonly fileID: string; readonly path: string }
  | { readonly type: 'failed'; readonly fileID: string; readonly error: PhotoError }
  /**
   * The request to `/api/contact-upload` failed: the record is removed without an error (docs/behaviour.md,
   * "Uploading").
   */
  | { readonly type: 'target-refused'; readonly fileID: string }
  /** The visitor sends the enquiry: photos whose upload has failed are uploaded again. */
  | { readonly type: 'retried' }
  | { readonly type: 'removed'; readonly fileID: string }
  | { readonly type: 'cleared' };

/** A file to add; `path` if it is uploaded already. */
type AddedFile = { readonly fileID: string; readonly path?: string } & PhotoFile;

/** An action that the caller must run after an event. */
export type PhotosEffect =
  /** The upload must be started. */
  | { readonly type: 'start'; readonly fileID: string }
  /** The upload must be aborted and the file released. */
  | { readonly type: 'forget'; readonly fileID: string };

/** The next state with its effects, in the order in which they must run. */
export interface PhotosTransition {
  readonly state: PhotosState;
  readonly effects: readonly PhotosEffect[];
}

/**
 * Returns the next state of a list of photos, and the effects that the caller must run. A photo goes from
 * added to uploading to uploaded, or to error by a limit or a failure. Removing is possible in every state,
 * and a refused target removes the record. Events for a removed record, or for one in another state, are
 * ignored, because answers may arrive after a Cancel.
 */
export function stepPhotos(state: PhotosState, event: PhotosEvent): PhotosTransition {
  switch (event.type) {
    case 'limits-changed':
      return startWaiting({ ...state, limits: event.limits });
    case 'added':
      return startWaiting({ ...state, records: appendFiles(state, event.files) });
    case 'progressed':
      return { state: updateProgress(state, event.fileID, event.progress), effects: [] };
    case 'uploaded':
      return endUpload(state, event.fileID, (record) => ({
        ...removeUploadState(record),
        state: 'uploaded',
        path: event.path,
      }));
    case 'failed':
      return endUpload(state, event.fileID, (record) => ({
        ...removeUploadState(record),
        state: 'error',
        error: event.error,
      }));
    case 'target-refused':
      return endUpload(state, event.fileID, () => undefined);
    case 'retried':
      return startWaiting({ ...state, records: state.records.map(awaitUploadAgain) });
    case 'removed':
      return removePhoto(state, event.fileID);
    case 'cleared':
      return { state: { ...state, records: [] }, effects: state.records.map(toForgetEffect) };
  }
}

/**
 * Returns the records with those of new files appended. A file that the limits reject gets an error; the
 * others wait for their upload, unless they are uploaded.
 */
function appendFiles({ records, limits }: PhotosState, files: readonly AddedFile[]): readonly PhotoRecord[] {
  const list = [...records];
  // A file that is rejected for its type or size does not count towards the maximum.
  let acceptedCount = records.length;
  for (const { path, ...file } of files) {
    const error = findPhotoRejection(file, limits, acceptedCount);
    if (!error) acceptedCount += 1;
    if (error) list.push({ ...file, state: 'error', error });
    else list.push(path === undefined ? { ...file, state: 'added' } : { ...file, state: 'uploaded', path });
  }
  return list;
}

/** Returns the state with the progress of an uploading photo, from 0 to 1; it never decreases. */
function updateProgress(state: PhotosState, fileID: string, value: number): PhotosState {
  return replaceRecord(state, fileID, (record) =>
    record.state === 'uploading'
      ? { ...record, progress: Math.min(1, Math.max(record.progress, value)) }
      : record,
  );
}

/**
 * Returns the state in which the record of an upload that has ended is replaced by the result of `next`, or
 * removed if that is undefined, and in which waiting uploads are started. Nothing changes if the photo is not
 * being uploaded.
 */
function endUpload(
  state: PhotosState,
  fileID: string,
  next: (record: PhotoRecord) => PhotoRecord | undefined,
): PhotosTransition {
  const record = state.records.find((candidate) => candidate.fileID === fileID);
  if (record?.state !== 'uploading') return { state, effects: [] };
  const ended = replaceRecord(state, fileID, next);
  return ended.records.length < state.records.length
    ? startWaiting(ended, [toForgetEffect(record)])
    : startWaiting(ended);
}

/**
 * Returns the state without a photo, in which waiting uploads are started. The first effect forgets the
 * photo. Nothing changes if there is no such record.
 */
function removePhoto(state: PhotosState, fileID: string): PhotosTransition {
  const record = state.records.find((candidate) => candidate.fileID === fileID);
  if (!record) return { state, effects: [] };
  return startWaiting(
    replaceRecord(state, fileID, () => undefined),
    [toForgetEffect(record)],
  );
}

/**
 * Returns the state with waiting records set to uploading in order, until as many are running as the field
 * accepts photos (docs/behaviour.md, "Uploading"), and their effects after `earlierEffects`.
 */
function startWaiting(state: PhotosState, earlierEffects: readonly PhotosEffect[] = []): PhotosTransition {
  if (!state.records.some((record) => record.state === 'added')) return { state, effects: earlierEffects };
  let running = state.records.filter((record) => record.state === 'uploading').length;
  const effects = [...earlierEffects];
  const records = state.records.map((record): PhotoRecord => {
    if (record.state !== 'added' || running >= getMaxPhotos(state.limits)) return record;
    running += 1;
    effects.push({ type: 'start', fileID: record.fileID });
    return { ...removeUploadState(record), state: 'uploading', progress: 0 };
  });
  return { state: { ...state, records }, effects };
}

/** Returns the state with one record replaced by the result of `next`, or removed if that is undefined. */
function replaceRecord(
  state: PhotosState,
  fileID: string,
  next: (record: PhotoRecord) => PhotoRecord | undefined,
): PhotosState {
  const records = state.records.flatMap((record) =>
    record.fileID === fileID ? (next(record) ?? []) : [record],
  );
  return { ...state, records };
}

/** Returns the record of a failed upload as a waiting one, and others unchanged. */
function awaitUploadAgain(record: PhotoRecord): PhotoRecord {
  const isFailed = record.state === 'error' && ['failed', 'time-out'].includes(record.error.code);
  return isFailed ? { ...removeUploadState(record), state: 'added' } : record;
}

/** Returns the data of a record that is the same in every state. */
function removeUploadState({
  fileID,
  name,
  type,
  bytes,
}: PhotoRecord): { readonly fileID: string } & PhotoFile {
  return { fileID, name, type, bytes };
}

/** Returns the effect that aborts the upload of a record and releases its file. */
function toForgetEffect({ fileID }: PhotoRecord): PhotosEffect {
  return { type: 'forget', fileID };
}
