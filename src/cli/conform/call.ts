import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { CannotWork } from '../io.ts';

export interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Breaks the connection after this number of bytes of the body. */
  readonly cutAfterBytes?: number;
}

export interface Exchange {
  readonly sent: Sent;
  /** The HTTP status. 0 if there was no response. */
  readonly status: number;
  /** The response headers, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * The back end no longer answers, or the number of requests is used up. The results up to this point are
 * still reported.
 */
export class CannotGoOn extends CannotWork {
  override readonly name = 'CannotGoOn';
}

export interface Caller {
  readonly call: (sent: Sent) => Promise<Exchange>;
  /**
   * Returns the last request that reached the back end, with its response. Undefined before the first one.
   */
  readonly last: () => Exchange | undefined;
  readonly requests: () => number;
}

const patienceMs = 30_000;

const mostAnswerBytes = 1_000_000;

/**
 * Creates a caller that sends a limited number of requests, follows no redirect and never retries. `call`
 * throws `CannotGoOn` if the back end cannot be reached or the limit is exceeded.
 * @param most The maximal number of requests.
 */
export function createCaller({
  most,
  signal,
}: {
  readonly most: number;
  readonly signal: AbortSignal;
}): Caller {
  let requests = 0;
  let last: Exchange | undefined;
  return {
    last: () => last,
    requests: () => requests,
    async call(sent) {
      if (signal.aborted) throw new CannotGoOn('Cannot go on: it was interrupted');
      if (requests === most)
        throw new CannotGoOn(`Cannot go on: ${most} requests have left, and that is all`);
      requests += 1;
      last = await exchanged(sent, signal);
      return last;
    },
  };
}

/** Sends a request with Node's HTTP client: `fetch` cannot break off a body whose length it has announced. */
function exchanged(sent: Sent, signal: AbortSignal): Promise<Exchange> {
  const { url, method, headers, body = '', cutAfterBytes } = sent;
  const bytes = Buffer.from(body);
  const begin = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const length = method === 'GET' || method === 'OPTIONS' ? {} : { 'Content-Length': String(bytes.length) };
  return new Promise((resolve, reject) => {
    const nothing = () => resolve({ sent, status: 0, headers: {}, text: '' });
    const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    const request = begin(url, {
      method,
      headers: { ...headers, ...length },
      signal: patience,
      agent: false,
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isThere = !unreachable.has(error.code ?? '');
      if (isThere && !signal.aborted) nothing();
      else reject(new CannotGoOn(`Cannot reach ${url.origin}: ${reasonOf(error)}`, { cause: error }));
    });
    request.on('response', (response) => {
      read(response).then((text) => {
        resolve({ sent, status: response.statusCode ?? 0, headers: headersOf(response), text });
        request.destroy();
      }, nothing);
    });
    if (cutAfterBytes === undefined) request.end(bytes);
    else cut(request, bytes.subarray(0, cutAfterBytes), nothing);
  });
}

function cut(request: ClientRequest, part: Buffer, done: () => void): void {
  request.write(part, () => {
    request.destroy();
    done();
  });
}

const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
]);

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  return code === 'ECONNREFUSED' ? 'nothing listens there' : message || String(code);
}

async function read(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes > mostAnswerBytes) break;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
}
