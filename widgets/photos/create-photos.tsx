import type { UploadLimits } from '#engine';
import { lazy } from '../lazy.ts';
import { PhotosField } from './photos-field.tsx';
import {
  initialPhotos,
  type PhotosEffect,
  type PhotosEvent,
  type PhotosState,
  stepPhotos,
} from './photos-machine.ts';
import type { PhotoLists, PhotosPort, PhotoText } from './port.ts';
import type { Uploader } from './uploader-loader.ts';

/** What the photos of a section need. */
export interface PhotosOptions {
  /** Address of the call that issues upload targets: `/api/contact-upload`. */
  readonly endpoint: string;
  readonly text: PhotoText;
  /** Where a failure that the visitor is not told goes; the console by default. */
  readonly log?: (message: string, cause: unknown) => void;
  /** Loads the uploader; tests give their own. */
  readonly load?: () => Promise<Uploader>;
}

interface Job {
  readonly field: string;
  readonly file: File;
  readonly ending: AbortController;
}

/**
 * The photos of one section, none yet. It makes the machine's effects happen; nothing is loaded or sent until the
 * uploader is drawn.
 */
export function createPhotos({
  endpoint,
  text,
  log = (message, cause) => console.error(message, cause),
  load = () => import('./uploader.tsx'),
}: PhotosOptions): PhotosPort {
  const listeners = new Set<() => void>();
  const states = new Map<string, PhotosState>();
  const jobs = new Map<string, Job>();
  const loader = lazy(load);
  let snapshot: PhotoLists = {};
  let added = 0;

  const apply = (field: string, event: PhotosEvent) => {
    const before = states.get(field) ?? initialPhotos;
    const { state, effects } = stepPhotos(before, event);
    states.set(field, state);
    for (const effect of effects) carryOut(effect);
    if (state.records === before.records) return;
    snapshot = { ...snapshot, [field]: state.records };
    for (const listener of listeners) listener();
  };

  const carryOut = ({ type, fileID }: PhotosEffect) => {
    const job = jobs.get(fileID);
    if (!job) return;
    if (type === 'start') return void send(fileID, job);
    jobs.delete(fileID);
    job.ending.abort();
  };

  const send = async (fileID: string, { field, file, ending }: Job) => {
    const timeoutMs = states.get(field)?.limits?.timeoutMs;
    const onProgress = (progress: number) => apply(field, { type: 'progressed', fileID, progress });
    try {
      const { sendPhoto } = await loader.load();
      const outcome = await sendPhoto({ file, endpoint, timeoutMs, signal: ending.signal, onProgress });
      if (outcome.state === 'uploaded') return apply(field, { type: 'uploaded', fileID, path: outcome.path });
      if (outcome.state === 'error') return apply(field, { type: 'failed', fileID, error: outcome.error });
      if (!ending.signal.aborted) log('Cannot get an upload target', outcome.cause);
      apply(field, { type: 'target-refused', fileID });
    } catch (cause) {
      log('Cannot load the photo uploader', cause);
      apply(field, { type: 'failed', fileID, error: { code: 'failed' } });
    }
  };

  const photos: PhotosPort = {
    draw: (slot) => <PhotosField key={slot.field} photos={photos} loader={loader} text={text} slot={slot} />,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    setLimits: (field, limits: UploadLimits | undefined) => apply(field, { type: 'limits-changed', limits }),
    add: (field, files) => {
      const entries = files.map((file) => {
        added += 1;
        const fileID = `photo-${added}`;
        jobs.set(fileID, { field, file, ending: new AbortController() });
        return { fileID, name: file.name, type: file.type, bytes: file.size };
      });
      apply(field, { type: 'added', files: entries });
    },
    remove: (field, fileID) => apply(field, { type: 'removed', fileID }),
    fileOf: (fileID) => jobs.get(fileID)?.file,
    clear: () => {
      for (const field of states.keys()) apply(field, { type: 'cleared' });
    },
  };
  return photos;
}
