import {
  BusyServer,
  type IssuedTarget,
  NoAnswer,
  ProxyRefusal,
  parseErrorCode,
  requestTarget,
} from './upload-target.ts';

/** A photo that was stored in the browser. */
export interface StoredPhotoUpload {
  readonly endpoint: string;
  /** True if the request contains the size in the header `Slipway-Upload-Size`. */
  readonly tellsSize: boolean;
  readonly photo: { readonly name: string; readonly type: string };
  readonly data: ArrayBuffer;
  /** The longest duration in ms of the request for a target, and again of the transfer; undefined: no limit. */
  readonly timeoutMs: number | undefined;
}

/**
 * `unreachable`: the server does not answer. `unanswered`: the server has issued a target, which does not answer, or a
 * proxy has refused the request. `busy`: one of them has answered that it cannot take the photo at the moment.
 * `refused`: it will not take it.
 */
export type StoredPhotoOutcome =
  | { readonly path: string }
  | 'unreachable'
  | 'unanswered'
  | 'busy'
  | 'refused';

/**
 * Uploads a stored photo without reporting progress, in a service worker too, which has no XMLHttpRequest. Never
 * rejects.
 */
export async function uploadWithFetch(upload: StoredPhotoUpload): Promise<StoredPhotoOutcome> {
  const { photo, data, ...request } = upload;
  try {
    const target = await requestTarget({ ...request, ...photo, size: data.byteLength });
    return await transfer(target, upload);
  } catch (error) {
    console.error('Cannot upload a stored photo:', error);
    if (error instanceof BusyServer) return 'busy';
    if (error instanceof ProxyRefusal) return 'unanswered';
    return error instanceof NoAnswer ? 'unreachable' : 'refused';
  }
}

/** Sends a photo to its target. Rejects if the address of the target is none. */
async function transfer(
  { method, url, path }: IssuedTarget,
  { endpoint, photo, data, timeoutMs }: StoredPhotoUpload,
): Promise<StoredPhotoOutcome> {
  const address = new URL(url, new URL(endpoint, location.href));
  const controller = new AbortController();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => controller.abort(), timeoutMs);
  try {
    const response = await fetch(address, {
      method,
      headers: { 'Content-Type': photo.type },
      body: data,
      signal: controller.signal,
    });
    if (response.status === 200) return { path };
    // Other codes than these say that the photo itself is at fault.
    return ['target-expired', 'store-full', 'failed'].includes(parseErrorCode(await response.text()))
      ? 'busy'
      : 'refused';
  } catch (error) {
    console.error('Cannot upload a stored photo: no answer of its target:', error);
    return 'unanswered';
  } finally {
    clearTimeout(timer);
  }
}
