import type { PhotoError } from './photos.ts';
import { type IssuedTarget, NoAnswer, parseErrorCode, requestTarget } from './upload-target.ts';

export interface PhotoUpload {
  readonly file: File;
  /** The URL that issues upload targets. */
  readonly endpoint: string;
  /**
   * True if the request contains the size in the header `Slipway-Upload-Size`; only our own server knows it.
   */
  readonly tellsSize?: boolean | undefined;
  /**
   * The longest duration in ms of the request for a target, and again of the transfer; undefined: no limit.
   */
  readonly timeoutMs: number | undefined;
  /** Aborts the upload; its outcome is then ignored. */
  readonly signal: AbortSignal;
  /** Receives the transferred share, from 0 to 1. */
  readonly onProgress: (progress: number) => void;
  /** Returns the data to send: a smaller picture of the same type, or the file itself. */
  readonly prepare: (file: File, signal: AbortSignal) => Promise<Blob>;
  /** Receives that data before it is sent. */
  readonly onPrepared?: (data: Blob) => void;
}

export type PhotoOutcome =
  | { readonly state: 'uploaded'; readonly path: string }
  | { readonly state: 'error'; readonly error: PhotoError }
  /** The request for a target was refused: it is logged and not shown (docs/behaviour.md, "Uploading"). */
  | { readonly state: 'target-refused'; readonly cause: unknown };

/**
 * Prepares the photo, requests a target and sends the photo directly to it (docs/contract.md, "Upload
 * targets"). Never rejects: returns `target-refused` if the server refuses a target, also after an abort, and `error`
 * if no answer comes or the transfer fails. If preparing fails, the original file is sent.
 */
export async function uploadPhoto(upload: PhotoUpload): Promise<PhotoOutcome> {
  const body = await upload.prepare(upload.file, upload.signal).catch(() => upload.file);
  upload.onPrepared?.(body);

  let target: IssuedTarget;
  try {
    // A photo that was removed while it was scaled down needs no target.
    upload.signal.throwIfAborted();
    const { name, type } = upload.file;
    target = await requestTarget({ ...upload, name, type, size: body.size });
  } catch (cause) {
    if (cause instanceof NoAnswer && !upload.signal.aborted) {
      console.error('Cannot get an upload target:', cause);
      return { state: 'error', error: { code: 'failed', isUnanswered: true } };
    }
    return { state: 'target-refused', cause };
  }
  return transferPhoto(target, body, upload);
}

/**
 * Sends a photo to its target and reports its progress. Never rejects: any answer but 200, a timeout and an
 * abort are errors. It uses XMLHttpRequest, because `fetch` reports no upload progress.
 */
function transferPhoto(target: IssuedTarget, body: Blob, upload: PhotoUpload): Promise<PhotoOutcome> {
  const { file, endpoint, timeoutMs, signal, onProgress } = upload;
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    /** Removes timeout and listener, and resolves the promise. */
    const end = (outcome: PhotoOutcome) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      resolve(outcome);
    };
    /** Ends the transfer with an error. */
    const fail = (error: PhotoError) => end({ state: 'error', error });
    /** Ends the transfer with `failed` and aborts the request. */
    const abort = () => {
      fail({ code: 'failed' });
      request.abort();
    };
    /** Ends the transfer with `time-out` and aborts the request. */
    const handleTimeout = () => {
      fail({ code: 'time-out', values: { seconds: (timeoutMs ?? 0) / 1000 } });
      request.abort();
    };
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => fail({ code: 'failed' });
    request.onload = () =>
      request.status === 200
        ? end({ state: 'uploaded', path: target.path })
        : fail({ code: parseErrorCode(request.responseText) });
    const timer = timeoutMs === undefined ? undefined : setTimeout(handleTimeout, timeoutMs);
    signal.addEventListener('abort', abort);
    if (signal.aborted) return abort();
    try {
      request.open(target.method, new URL(target.url, new URL(endpoint, location.href)));
      request.setRequestHeader('Content-Type', file.type);
      request.send(body);
    } catch {
      // An invalid method or URL throws here.
      fail({ code: 'failed' });
    }
  });
}
