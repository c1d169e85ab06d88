import { jsonText } from '#engine/write-json.ts';
import { type PhotoErrorCode, photoErrorCodes } from './photo-error-codes.ts';
import type { PhotoError } from './photos.ts';

/** One photo to be stored. */
export interface PhotoUpload {
  readonly file: File;
  /** Address of the call that issues upload targets. */
  readonly endpoint: string;
  /** The call tells the size of what will be sent, in the header `Slipway-Upload-Size`: our own server alone knows it. */
  readonly tellsSize?: boolean | undefined;
  /** Longest transfer, counted from its own start; absent: as long as it takes. */
  readonly timeoutMs: number | undefined;
  /** Ends the upload; the outcome is then of no interest. */
  readonly signal: AbortSignal;
  /** Hears how much of the transfer is done, from 0 to 1. */
  readonly onProgress: (progress: number) => void;
  /** What is sent in place of the file: a smaller picture of the same type, or the file itself. */
  readonly prepare: (file: File, signal: AbortSignal) => Promise<Blob>;
}

/** How an upload ended. */
export type PhotoOutcome =
  | { readonly state: 'uploaded'; readonly path: string }
  | { readonly state: 'error'; readonly error: PhotoError }
  /** The call for a target failed: to be logged, not to be shown (docs/behaviour.md, "Uploading"). */
  | { readonly state: 'target-refused'; readonly cause: unknown };

interface Target {
  readonly path: string;
  readonly method: string;
  readonly url: string;
}

/** Asks for a target, then sends the photo straight to it (docs/contract.md, "Upload targets"). Never throws. */
export async function uploadPhoto(upload: PhotoUpload): Promise<PhotoOutcome> {
  const body = await upload.prepare(upload.file, upload.signal).catch(() => upload.file);
  let target: Target;
  try {
    target = await requestTarget(upload, body);
  } catch (cause) {
    return { state: 'target-refused', cause };
  }
  return transfer(target, body, upload);
}

async function requestTarget(
  { file, endpoint, tellsSize, timeoutMs, signal }: PhotoUpload,
  { size }: Blob,
): Promise<Target> {
  const call = new AbortController();
  const abort = () => call.abort();
  signal.addEventListener('abort', abort);
  // A call that never answers has failed as well; without this the submit button would wait for ever.
  const timer = timeoutMs === undefined ? undefined : setTimeout(abort, timeoutMs);
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(tellsSize && { 'Slipway-Upload-Size': String(size) }),
      },
      body: jsonText({ filename: file.name, contentType: file.type }),
      signal: call.signal,
    });
    if (!response.ok) throw new Error(`Cannot get an upload target: ${endpoint} answered ${response.status}`);
    return parseTarget(await response.json());
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

function parseTarget(answer: unknown): Target {
  const { path, method, url } = (answer ?? {}) as Partial<Record<keyof Target, unknown>>;
  if (typeof path !== 'string' || typeof method !== 'string' || typeof url !== 'string')
    throw new Error('Cannot use the upload target: the answer lacks path, method or url');
  return { path, method, url };
}

/** XMLHttpRequest, because `fetch` tells no progress of what it sends. */
function transfer(target: Target, body: Blob, upload: PhotoUpload): Promise<PhotoOutcome> {
  const { file, endpoint, timeoutMs, signal, onProgress } = upload;
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const end = (outcome: PhotoOutcome) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      resolve(outcome);
    };
    const fail = (error: PhotoError) => end({ state: 'error', error });
    const abort = () => {
      fail({ code: 'failed' });
      request.abort();
    };
    const giveUp = () => {
      fail({ code: 'time-out', values: { seconds: (timeoutMs ?? 0) / 1000 } });
      request.abort();
    };
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => fail({ code: 'failed' });
    request.onload = () =>
      request.status === 200
        ? end({ state: 'uploaded', path: target.path })
        : fail({ code: refusalOf(request.responseText) });
    const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
    signal.addEventListener('abort', abort);
    if (signal.aborted) return abort();
    try {
      request.open(target.method, new URL(target.url, new URL(endpoint, location.href)));
      request.setRequestHeader('Content-Type', file.type);
      request.send(body);
    } catch {
      // A method or an address that cannot be used throws here.
      fail({ code: 'failed' });
    }
  });
}

/** The reason that the store gives, if it is one with a text of its own; another store may answer anything. */
function refusalOf(body: string): PhotoErrorCode {
  try {
    const { error } = JSON.parse(body) as { readonly error?: unknown };
    return photoErrorCodes.find((code) => code === error) ?? 'failed';
  } catch {
    return 'failed';
  }
}
