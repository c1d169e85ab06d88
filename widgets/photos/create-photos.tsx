import type { Text } from '#engine';
import { lazy } from '../lazy.ts';
import type { PhotoLists, Photos } from './photos.ts';
import { PhotosField, type Uploader } from './photos-field.tsx';
import type { PhotosEffect, PhotosEvent, PhotosStep } from './photos-machine.ts';
import { initialPhotos, type PhotosState } from './photos-state.ts';

export interface PhotosOptions {
  /** The URL that issues upload targets: `/api/contact-upload`. */
  readonly endpoint: string;
  /** True if requests for a target contain the size of the photo. Only our own server knows that header. */
  readonly tellsSize?: boolean;
  readonly text: Text;
  /** Receives failures that the visitor does not see; the console by default. */
  readonly log?: (message: string, cause: unknown) => void;
  readonly load?: () => Promise<Uploader>;
}

interface Upload {
  readonly field: string;
  readonly file: File;
  readonly ending: AbortController;
}

/**
 * Creates the empty photo lists of one section. Nothing is loaded or sent before the uploader is rendered.
 */
export function createPhotos(options: PhotosOptions): Photos {
  const { text, load = () => import('./uploader.tsx') } = options;
  /** Returns the text for files if there is one, otherwise the text for photos. */
  const fileText: Text = (key, values) => {
    const own = key.replace('photos', 'files');
    const words = text(own, values);
    return words === own ? text(key, values) : words;
  };
  const uploader = lazy(load);
  const uploads = new Map<string, Upload>();
  const lists = createLists(carryOut, () => uploader.loaded()?.stepPhotos ?? stepWithout);
  const send = createSend(options, uploader.load, lists);
  let count = 0;

  function carryOut({ type, fileID }: PhotosEffect): void {
    const upload = uploads.get(fileID);
    if (!upload) return;
    if (type === 'start') return void send(fileID, upload);
    uploads.delete(fileID);
    upload.ending.abort();
  }

  function entryOf(field: string, file: File) {
    count += 1;
    const fileID = `photo-${count}`;
    uploads.set(fileID, { field, file, ending: new AbortController() });
    return { fileID, name: file.name, type: file.type, bytes: file.size };
  }

  const photos: Photos = {
    draw: (slot) => (
      <PhotosField
        key={slot.field}
        photos={photos}
        uploader={uploader}
        text={slot.isFiles ? fileText : text}
        slot={slot}
      />
    ),
    subscribe: lists.subscribe,
    getSnapshot: lists.getSnapshot,
    setLimits: (field, limits) => lists.apply(field, { type: 'limits-changed', limits }),
    add(field, files) {
      const added = files.map((file) => entryOf(field, file));
      const take = () => lists.apply(field, { type: 'added', files: added });
      if (uploader.loaded()) take();
      else uploader.load().then(take, (cause: unknown) => console.error('Cannot load the uploader', cause));
    },
    remove: (field, fileID) => lists.apply(field, { type: 'removed', fileID }),
    fileOf: (fileID) => uploads.get(fileID)?.file,
    clear: lists.clear,
  };
  return photos;
}

type Step = Uploader['stepPhotos'];

/**
 * Before the uploader and its state machine are loaded, only limits are stored. Photos are added after that.
 */
const stepWithout: Step = (state, event): PhotosStep => ({
  state: event.type === 'limits-changed' ? { ...state, limits: event.limits } : state,
  effects: [],
});

function createLists(onEffect: (effect: PhotosEffect) => void, step: () => Step) {
  const listeners = new Set<() => void>();
  const states = new Map<string, PhotosState>();
  let snapshot: PhotoLists = {};

  function apply(field: string, event: PhotosEvent): void {
    const before = states.get(field) ?? initialPhotos;
    const { state, effects } = step()(before, event);
    states.set(field, state);
    for (const effect of effects) onEffect(effect);
    if (state.records === before.records) return;
    snapshot = { ...snapshot, [field]: state.records };
    for (const listener of listeners) listener();
  }

  return {
    apply,
    clear: () => {
      for (const field of states.keys()) apply(field, { type: 'cleared' });
    },
    limitsOf: (field: string) => states.get(field)?.limits,
    getSnapshot: () => snapshot,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns a function that uploads one photo and reports to its list. The function never rejects. */
function createSend(
  { endpoint, tellsSize, log = (message, cause) => console.error(message, cause) }: PhotosOptions,
  loadUploader: () => Promise<Uploader>,
  { apply, limitsOf }: ReturnType<typeof createLists>,
) {
  return async (fileID: string, { field, file, ending: { signal } }: Upload): Promise<void> => {
    const onProgress = (progress: number) => apply(field, { type: 'progressed', fileID, progress });
    try {
      const { sendPhoto } = await loadUploader();
      const timeoutMs = limitsOf(field)?.timeoutMs;
      const outcome = await sendPhoto({ file, endpoint, tellsSize, timeoutMs, signal, onProgress });
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
