import { writeJson } from '#engine/model/wire/write-json.ts';
import { type PhotoErrorCode, photoErrorCodes } from './photo-error-codes.ts';

/** The request for an upload target. */
export interface TargetRequest {
  /** The URL that issues upload targets. */
  readonly endpoint: string;
  /** True if the request contains the size in the header `Slipway-Upload-Size`; only our own server knows it. */
  readonly tellsSize?: boolean | undefined;
  readonly name: string;
  /** The media type of the photo. */
  readonly type: string;
  /** The size of the photo in bytes. */
  readonly size: number;
  /** The longest duration in ms; undefined: no limit. */
  readonly timeoutMs: number | undefined;
  readonly signal?: AbortSignal;
}

/** An upload target: the request that stores the photo, and the path of the photo in the enquiry. */
export interface IssuedTarget {
  readonly path: string;
  readonly method: string;
  readonly url: string;
}

/** No answer of the server: without a connection, after the time limit, or from something between the two. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The server has answered that it can issue no target at the moment (429, 5xx). */
export class BusyServer extends Error {
  override readonly name = 'BusyServer';
}

/** Something between page and server has probably refused the request: the server answers with JSON. */
export class ProxyRefusal extends Error {
  override readonly name = 'ProxyRefusal';
}

/**
 * Requests an upload target. Rejects with `NoAnswer` if the server does not answer, with `BusyServer` if it cannot at
 * the moment, with `ProxyRefusal`, and with another error after an abort, or if the server refuses or answers with
 * anything else.
 */
export async function requestTarget({
  endpoint,
  tellsSize,
  name,
  type,
  size,
  timeoutMs,
  signal,
}: TargetRequest): Promise<IssuedTarget> {
  const controller = new AbortController();
  /** Aborts the request for the target, after an abort of the upload or the timeout. */
  const abort = () => controller.abort();
  signal?.addEventListener('abort', abort);
  // A request without an answer has failed too. Without this timeout the submit button would wait forever.
  const timer = timeoutMs === undefined ? undefined : setTimeout(abort, timeoutMs);
  try {
    const { status, answer } = await fetchAnswer(endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(tellsSize && { 'Slipway-Upload-Size': String(size) }),
      },
      body: writeJson({ filename: name, contentType: type }),
      signal: controller.signal,
    });
    if (status >= 200 && status < 300) return parseTarget(answer);
    const message = `Cannot get an upload target: ${endpoint} answered ${status}`;
    if (status === 408 || status === 429 || status >= 500) throw new BusyServer(message);
    throw new (answer === undefined && proxyStatuses.includes(status) ? ProxyRefusal : Error)(message);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** The statuses of proxies that want a sign-in, or forbid an address. */
const proxyStatuses: readonly number[] = [401, 403, 404, 405, 407];

/** Returns the status and the body as JSON; undefined if it is none. Rejects with `NoAnswer` if nothing comes. */
async function fetchAnswer(endpoint: string, init: RequestInit) {
  let response: Response;
  let body: string;
  try {
    response = await fetch(endpoint, init);
    body = await response.text();
  } catch (cause) {
    throw new NoAnswer(`Cannot get an upload target: no answer of ${endpoint}`, { cause });
  }
  const { status } = response;
  try {
    return { status, answer: JSON.parse(body) as unknown };
  } catch {
    // A captive portal answers with a page.
    if (status < 300 || status >= 500)
      throw new NoAnswer(`Cannot get an upload target: ${endpoint} answered no JSON`);
    return { status, answer: undefined };
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
 * Returns the error code in the store's answer if it is one of `photoErrorCodes`, else `failed`: other stores
 * may answer anything.
 */
export function parseErrorCode(body: string): PhotoErrorCode {
  try {
    const { error } = JSON.parse(body) as { readonly error?: unknown };
    return photoErrorCodes.find((code) => code === error) ?? 'failed';
  } catch {
    return 'failed';
  }
}
