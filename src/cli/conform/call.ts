import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { CommandError } from '../../command/io.ts';

export interface OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The number of bytes of the body after which the connection is closed. Absent: all are sent. */
  readonly cutAfterBytes?: number;
}

export interface HttpExchange {
  readonly sent: OutgoingRequest;
  /** The HTTP status. 0 if there was no response. */
  readonly status: number;
  /** The response headers, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, without what exceeds `maxResponseBytes`. Empty if there was no response. */
  readonly text: string;
}

/** The run cannot continue: the back end cannot be reached or refuses to go on, or a limit is reached. */
export class ConformanceAbortedError extends CommandError {
  override readonly name = 'ConformanceAbortedError';
}

export interface Caller {
  /** Sends one request and waits for its response. */
  readonly call: (sent: OutgoingRequest) => Promise<HttpExchange>;
  /**
   * Returns the last request that reached the back end, with its response. Undefined before the first one.
   */
  readonly getLastExchange: () => HttpExchange | undefined;
  /** Returns the number of requests that were begun. */
  readonly countRequests: () => number;
}

const timeoutMs = 30_000;

const maxResponseBytes = 1_000_000;

/**
 * Creates a caller that sends a limited number of requests, follows no redirect and never retries. `call`
 * throws `ConformanceAbortedError` if the back end cannot be reached, the limit is exceeded or the run is
 * interrupted.
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
  let last: HttpExchange | undefined;
  return {
    getLastExchange: () => last,
    countRequests: () => requests,
    async call(sent) {
      if (signal.aborted) throw new ConformanceAbortedError('Cannot continue: the run was interrupted');
      if (requests === most)
        throw new ConformanceAbortedError(`Cannot continue: the limit of ${most} requests is reached`);
      requests += 1;
      last = await sendRequest(sent, signal);
      return last;
    },
  };
}

/**
 * Sends a request. Resolves with status 0 if the connection ends or 30 seconds pass without a response, and
 * after a body that was cut. Rejects with `ConformanceAbortedError` if the back end cannot be reached or the
 * run is interrupted. Uses Node's HTTP client, because `fetch` cannot close the connection within a body.
 */
function sendRequest(sent: OutgoingRequest, signal: AbortSignal): Promise<HttpExchange> {
  const { url, method, headers, body = '', cutAfterBytes } = sent;
  const bytes = Buffer.from(body);
  const begin = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const length = method === 'GET' || method === 'OPTIONS' ? {} : { 'Content-Length': String(bytes.length) };
  return new Promise((resolve, reject) => {
    const resolveWithoutResponse = () => resolve({ sent, status: 0, headers: {}, text: '' });
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const request = begin(url, {
      method,
      headers: { ...headers, ...length },
      signal: deadline,
      agent: false,
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isReachable = !unreachable.has(error.code ?? '');
      if (isReachable && !signal.aborted) resolveWithoutResponse();
      else
        reject(
          new ConformanceAbortedError(`Cannot reach ${url.origin}: ${explainConnectionError(error)}`, {
            cause: error,
          }),
        );
    });
    request.on('response', (response) => {
      readBodyUpToLimit(response).then((text) => {
        resolve({ sent, status: response.statusCode ?? 0, headers: getResponseHeaders(response), text });
        request.destroy();
      }, resolveWithoutResponse);
    });
    if (cutAfterBytes === undefined) request.end(bytes);
    else sendPartAndDisconnect(request, bytes.subarray(0, cutAfterBytes), resolveWithoutResponse);
  });
}

/** Sends `part` as the beginning of the body, closes the connection and then calls `onDisconnected`. */
function sendPartAndDisconnect(request: ClientRequest, part: Buffer, onDisconnected: () => void): void {
  request.write(part, () => {
    request.destroy();
    onDisconnected();
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

/** Returns a clause that explains why the connection failed. */
function explainConnectionError({ code, message }: NodeJS.ErrnoException): string {
  return code === 'ECONNREFUSED' ? 'nothing listens there' : message || String(code);
}

/** Returns the body as text. Stops without an error before the chunk that exceeds `maxResponseBytes`. */
async function readBodyUpToLimit(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxResponseBytes) break;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the headers by lower-case name. Several headers of a name are joined by commas. */
function getResponseHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
}
