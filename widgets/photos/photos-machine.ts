import type { UploadLimits } from '#engine';
import { rejectionOf } from './judge-photos.ts';
import type { PhotoError, PhotoFile, PhotoRecord } from './photos.ts';
import { mostPhotos, type PhotosState } from './photos-state.ts';

/** What can happen to photos (docs/behaviour.md, "Uploading"). */
export type PhotosEvent =
  | { readonly type: 'limits-changed'; readonly limits: UploadLimits | undefined }
  | { readonly type: 'added'; readonly files: readonly ({ readonly fileID: string } & PhotoFile)[] }
  | { readonly type: 'progressed'; readonly fileID: string; readonly progress: number }
  | { readonly type: 'uploaded'; readonly fileID: string; readonly path: string }
  | { readonly type: 'failed'; readonly fileID: string; readonly error: PhotoError }
  /** `/api/contact-upload` itself failed: the record leaves without an error (docs/behaviour.md, "Uploading"). */
  | { readonly type: 'target-refused'; readonly fileID: string }
  | { readonly type: 'removed'; readonly fileID: string }
  | { readonly type: 'cleared' };

/** What has to be done after an event, in order. */
export type PhotosEffect =
  | { readonly type: 'start'; readonly fileID: string }
  /** The upload is to end and the file to be forgotten. */
  | { readonly type: 'forget'; readonly fileID: string };

/** A state and what has to be done because of it. */
export interface PhotosStep {
  readonly state: PhotosState;
  readonly effects: readonly PhotosEffect[];
}

/**
 * The state machine of a list of photos. Per photo: added → uploading → uploaded, or → error, by a restriction when it
 * is added or by a failure; removing ends any of them. An event about a record that is gone, or that is not in the
 * state from which it leads on, changes nothing: answers may arrive after a Cancel.
 */
export function stepPhotos(state: PhotosState, event: PhotosEvent): PhotosStep {
  switch (event.type) {
    case 'limits-changed':
      return startWaiting({ ...state, limits: event.limits });
    case 'added':
      return startWaiting({ ...state, records: withFiles(state, event.files) });
    case 'progressed':
      return { state: progress(state, event.fileID, event.progress), effects: [] };
    case 'uploaded':
      return endUpload(state, event.fileID, (record) => ({
        ...withoutState(record),
        state: 'uploaded',
        path: event.path,
      }));
    case 'failed':
      return endUpload(state, event.fileID, (record) => ({
        ...withoutState(record),
        state: 'error',
        error: event.error,
      }));
    case 'target-refused':
      return endUpload(state, event.fileID, () => undefined);
    case 'removed':
      return drop(state, event.fileID);
    case 'cleared':
      return { state: { ...state, records: [] }, effects: state.records.map(forget) };
  }
}

function withFiles(
  { records, limits }: PhotosState,
  files: readonly ({ readonly fileID: string } & PhotoFile)[],
): readonly PhotoRecord[] {
  const list = [...records];
  // A file that is refused for its type or size leaves the room that it would have taken to the next of its drop.
  let taken = records.length;
  for (const file of files) {
    const error = rejectionOf(file, limits, taken);
    if (!error) taken += 1;
    list.push(error ? { ...file, state: 'error', error } : { ...file, state: 'added' });
  }
  return list;
}

function progress(state: PhotosState, fileID: string, value: number): PhotosState {
  return replace(state, fileID, (record) =>
    record.state === 'uploading'
      ? { ...record, progress: Math.min(1, Math.max(record.progress, value)) }
      : record,
  );
}

/** Ends an upload; what it becomes is for `next` to say, nothing removes it. */
function endUpload(
  state: PhotosState,
  fileID: string,
  next: (record: PhotoRecord) => PhotoRecord | undefined,
): PhotosStep {
  const record = state.records.find((candidate) => candidate.fileID === fileID);
  if (record?.state !== 'uploading') return { state, effects: [] };
  const ended = replace(state, fileID, next);
  return ended.records.length < state.records.length
    ? startWaiting(ended, [forget(record)])
    : startWaiting(ended);
}

function drop(state: PhotosState, fileID: string): PhotosStep {
  const record = state.records.find((candidate) => candidate.fileID === fileID);
  if (!record) return { state, effects: [] };
  return startWaiting(
    replace(state, fileID, () => undefined),
    [forget(record)],
  );
}

/** Starts what waits, in order, while fewer run than the maximum (docs/behaviour.md, "Uploading"). */
function startWaiting(state: PhotosState, before: readonly PhotosEffect[] = []): PhotosStep {
  if (!state.records.some((record) => record.state === 'added')) return { state, effects: before };
  let running = state.records.filter((record) => record.state === 'uploading').length;
  const effects = [...before];
  const records = state.records.map((record): PhotoRecord => {
    if (record.state !== 'added' || running >= mostPhotos(state.limits)) return record;
    running += 1;
    effects.push({ type: 'start', fileID: record.fileID });
    return { ...withoutState(record), state: 'uploading', progress: 0 };
  });
  return { state: { ...state, records }, effects };
}

function replace(
  state: PhotosState,
  fileID: string,
  next: (record: PhotoRecord) => PhotoRecord | undefined,
): PhotosState {
  const records = state.records.flatMap((record) =>
    record.fileID === fileID ? (next(record) ?? []) : [record],
  );
  return { ...state, records };
}

function withoutState({ fileID, name, type, bytes }: PhotoRecord): { readonly fileID: string } & PhotoFile {
  return { fileID, name, type, bytes };
}

function forget({ fileID }: PhotoRecord): PhotosEffect {
  return { type: 'forget', fileID };
}
