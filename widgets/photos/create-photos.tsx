import type { TextFormatter } from '#engine';
import { createLazy } from '../lazy.ts';
import type { PhotoLists, PhotosController, UploadedFile } from './photos.ts';
import { PhotosField, type Uploader } from './photos-field.tsx';
import type { PhotosEffect, PhotosEvent, PhotosTransition } from './photos-machine.ts';
import { initialPhotosState, type PhotosState } from './photos-state.ts';

export interface CreatePhotosOptions {
  /** The URL that issues upload targets: `/api/contact-upload`. */
  readonly endpoint: string;
  /** True if requests for a target contain the size of the photo. Only our own server knows that header. */
  readonly tellsSize?: boolean;
  readonly text: TextFormatter;
  /** Receives failures that the visitor does not see; the console by default. */
  readonly log?: (message: string, cause: unknown) => void;
  /** Loads the module that uploads; by default `uploader.tsx`. */
  readonly load?: () => Promise<Uploader>;
}

/** A file whose record exists or is about to be added, and the controller that aborts its upload. */
interface Upload {
  readonly field: string;
  readonly file: File;
  readonly controller: AbortController;
  /** Set when the upload has begun. */
  sentData?: Blob;
}

/**
 * Creates the controller of one section's photos, with empty lists. The module that uploads is loaded later:
 * shortly before a rendered field is visible, or when files are added. If that fails, `add` logs it and adds
 * nothing.
 */
export function createPhotos(options: CreatePhotosOptions): PhotosController {
  const { text, load = () => import('./uploader.tsx') } = options;
  const fileText = replaceTexts(text, 'files');
  const signatureText = replaceTexts(text, 'signature');
  const uploader = createLazy(() => rejectLate(load()));
  const uploads = new Map<string, Upload>();
  const lists = createPhotoLists(runEffect, () => uploader.loaded()?.stepPhotos ?? stepBeforeLoad);
  const send = createPhotoSender(options, uploader.load, lists);
  let count = 0;
  /** The fields whose files wait for the uploader, one for each call of `add`. */
  let addingFields: readonly string[] = [];

  /** Starts an upload, or aborts it and releases its file. Ignores a file that was released already. */
  function runEffect({ type, fileID }: PhotosEffect): void {
    const upload = uploads.get(fileID);
    if (!upload) return;
    if (type === 'start') return void send(fileID, upload);
    uploads.delete(fileID);
    upload.controller.abort();
  }

  /** Stores a file under a new id, but adds no record. Returns the data of the record to add. */
  function registerFile(field: string, added: File | UploadedFile) {
    const { file, path } = 'file' in added ? added : { file: added };
    count += 1;
    const fileID = `photo-${count}`;
    uploads.set(fileID, { field, file, controller: new AbortController() });
    const data = { fileID, name: file.name, type: file.type, bytes: file.size };
    return path === undefined ? data : { ...data, path };
  }

  const photos: PhotosController = {
    draw: (slot) => (
      <PhotosField
        key={slot.field}
        photos={photos}
        uploader={uploader}
        text={slot.isFiles ? fileText : slot.isSignature ? signatureText : text}
        slot={slot}
      />
    ),
    subscribe: lists.subscribe,
    getSnapshot: lists.getSnapshot,
    setLimits: (field, limits) => lists.apply(field, { type: 'limits-changed', limits }),
    /** Registers the files at once. Adds their records when the uploader is loaded. */
    add(field, files) {
      const added = files.map((file) => registerFile(field, file));
      /** Appends the files to the field's list, which starts their uploads. */
      const addToList = () => lists.apply(field, { type: 'added', files: added });
      if (uploader.loaded()) return addToList();
      const setAddingFields = (fields: readonly string[]) => {
        addingFields = fields;
        lists.callListeners();
      };
      setAddingFields([...addingFields, field]);
      uploader
        .load()
        // A load in progress may fail for an earlier reason, so it is tried a second time.
        .catch(uploader.load)
        .then(addToList, (cause: unknown) => console.error('Cannot load the uploader', cause))
        .finally(() => {
          const index = addingFields.indexOf(field);
          setAddingFields(addingFields.filter((_, other) => other !== index));
        });
    },
    isAdding: (field) => (field === undefined ? addingFields.length > 0 : addingFields.includes(field)),
    remove: (field, fileID) => lists.apply(field, { type: 'removed', fileID }),
    retryFailed: lists.retryFailed,
    getFile: (fileID) => uploads.get(fileID)?.file,
    getSentData: (fileID) => uploads.get(fileID)?.sentData,
    clear: lists.clear,
  };
  return photos;
}

/** The time in ms that one attempt to load the uploader may take. The visitor cannot send while files wait for it. */
const loadTimeoutMs = 15_000;

/** Returns the result of a load. Rejects after `loadTimeoutMs`: on a network that stalls a load may never end. */
function rejectLate(loading: Promise<Uploader>): Promise<Uploader> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Cannot load the uploader in time')), loadTimeoutMs);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Returns a formatter of the texts whose keys begin with `prefix` instead of `photos`, if there are any, else of
 * the texts of the keys themselves.
 */
function replaceTexts(text: TextFormatter, prefix: string): TextFormatter {
  return (key, values) => {
    const ownKey = key.replace('photos', prefix);
    const message = text(ownKey, values);
    return message === ownKey ? text(key, values) : message;
  };
}

type Step = Uploader['stepPhotos'];

/**
 * Returns the state with changed limits, and unchanged after all other events. It replaces `stepPhotos` until
 * the uploader is loaded.
 */
const stepBeforeLoad: Step = (state, event): PhotosTransition => ({
  state: event.type === 'limits-changed' ? { ...state, limits: event.limits } : state,
  effects: [],
});

/**
 * Creates the photo lists of all fields, empty at first: functions to read them, to subscribe, to apply an
 * event to one list and to clear all.
 * @param step Returns the state machine. It is called for each event, because the machine is loaded later.
 */
function createPhotoLists(onEffect: (effect: PhotosEffect) => void, step: () => Step) {
  const listeners = new Set<() => void>();
  const states = new Map<string, PhotosState>();
  let snapshot: PhotoLists = {};

  /**
   * Passes an event to a field's list, runs the effects, and calls the listeners if the records have changed.
   */
  function apply(field: string, event: PhotosEvent): void {
    const before = states.get(field) ?? initialPhotosState;
    const { state, effects } = step()(before, event);
    states.set(field, state);
    for (const effect of effects) onEffect(effect);
    if (state.records === before.records) return;
    snapshot = { ...snapshot, [field]: state.records };
    callListeners();
  }

  function callListeners(): void {
    for (const listener of listeners) listener();
  }

  return {
    apply,
    callListeners,
    /** Removes all records of all fields, which aborts their uploads. */
    clear: () => {
      for (const field of states.keys()) apply(field, { type: 'cleared' });
    },
    /** Uploads the failed photos of all fields again. */
    retryFailed: () => {
      for (const field of states.keys()) apply(field, { type: 'retried' });
    },
    /** Returns the limits that were last set for a field; undefined if none were. */
    getLimits: (field: string) => states.get(field)?.limits,
    /** Returns the records of all fields that had some; the same object until records change. */
    getSnapshot: () => snapshot,
    /** Calls the listener when records change. Returns the function that unsubscribes. */
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Returns a function that uploads one photo and reports progress and outcome to its list by `apply`. The
 * function never rejects: it logs if it gets no upload target or cannot load the uploader.
 */
function createPhotoSender(
  { endpoint, tellsSize, log = (message, cause) => console.error(message, cause) }: CreatePhotosOptions,
  loadUploader: () => Promise<Uploader>,
  { apply, getLimits }: ReturnType<typeof createPhotoLists>,
) {
  return async (fileID: string, upload: Upload): Promise<void> => {
    const { field, file, controller } = upload;
    const { signal } = controller;
    /** Reports the transferred share, from 0 to 1, to the list. */
    const onProgress = (progress: number) => apply(field, { type: 'progressed', fileID, progress });
    const onPrepared = (data: Blob) => {
      upload.sentData = data;
    };
    try {
      const { sendPhoto } = await loadUploader();
      const timeoutMs = getLimits(field)?.timeoutMs;
      const request = { file, endpoint, tellsSize, timeoutMs, signal, onProgress, onPrepared };
      const outcome = await sendPhoto(request);
      if (outcome.state === 'uploaded') return apply(field, { type: 'uploaded', fileID, path: outcome.path });
      if (outcome.state === 'error') return apply(field, { type: 'failed', fileID, error: outcome.error });
      if (!signal.aborted) log('Cannot get an upload target', outcome.cause);
      apply(field, { type: 'target-refused', fileID });
    } catch (cause) {
      log('Cannot load the photo uploader', cause);
      apply(field, { type: 'failed', fileID, error: { code: 'failed' } });
    }
  };
}
