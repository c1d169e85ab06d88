import { writeJson } from '#engine/model/wire/write-json.ts';
import { type PhotoErrorCode, photoErrorCodes } from './photo-error-codes.ts';
import type { PhotoError } from './photos.ts';

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
}

export type PhotoOutcome =
  | { readonly state: 'uploaded'; readonly path: string }
  | { readonly state: 'error'; readonly error: PhotoError }
  /** The request for a target failed: it is logged and not shown (docs/behaviour.md, "Uploading"). */
  | { readonly state: 'target-refused'; readonly cause: unknown };

/** An upload target: the request that stores the photo, and the path of the photo in the enquiry. */
interface IssuedTarget {
  readonly path: string;
  readonly method: string;
  readonly url: string;
}

/**
 * Prepares the photo, requests a target and sends the photo directly to it (docs/contract.md, "Upload
 * targets"). Never rejects: returns `target-refused` if there is no target, also after an abort, and `error`
 * if the transfer fails. If preparing fails, the original file is sent.
 */
export async function uploadPhoto(upload: PhotoUpload): Promise<PhotoOutcome> {
  const body = await upload.prepare(upload.file, upload.signal).catch(() => upload.file);
  let target: IssuedTarget;
  try {
    target = await requestTarget(upload, body);
  } catch (cause) {
    return { state: 'target-refused', cause };
  }
  return transferPhoto(target, body, upload);
}

/**
 * Requests an upload target. Rejects if the upload was aborted, or if the server refuses, answers with
 * anything else, or does not answer in time.
 */
async function requestTarget(
  { file, endpoint, tellsSize, timeoutMs, signal }: PhotoUpload,
  { size }: Blob,
): Promise<IssuedTarget> {
  // A photo that was removed while it was scaled down needs no target.
  signal.throwIfAborted();
  const controller = new AbortController();
  /** Aborts the request for the target, after an abort of the upload or the timeout. */
  const abort = () => controller.abort();
  signal.addEventListener('abort', abort);
  // A request without an answer has failed too. Without this timeout the submit button would wait forever.
  const timer = timeoutMs === undefined ? undefined : setTimeout(abort, timeoutMs);
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(tellsSize && { 'Slipway-Upload-Size': String(size) }),
      },
      body: writeJson({ filename: file.name, contentType: file.type }),
      signal: controller.signal,
    });
    if (!response.ok) throw new Error(`Cannot get an upload target: ${endpoint} answered ${response.status}`);
    return parseTarget(await response.json());
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** Returns the target in an answer. Throws if it lacks path, method or URL. */
function parseTarget(answer: unknown): IssuedTarget {
  const { path, method, url } = (answer ?? {}) as Partial<Record<keyof IssuedTarget, unknown>>;
  if (typeof path !== 'string' || typeof method !== 'string' || typeof url !== 'string')
    throw new Error('Cannot use the upload target: the answer lacks path, method or url');
  return { path, method, url };
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

/**
 * Returns the error code in the store's answer if it is one of `photoErrorCodes`, else `failed`: other stores
 * may answer anything.
 */
function parseErrorCode(body: string): PhotoErrorCode {
  try {
    const { error } = JSON.parse(body) as { readonly error?: unknown };
    return photoErrorCodes.find((code) => code === error) ?? 'failed';
  } catch {
    return 'failed';
  }
}
