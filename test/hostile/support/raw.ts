import { connect } from 'node:net';

/** A request as bytes, which no HTTP client would send: repeated names, in any spelling, with any value. */
export interface RawRequest {
  readonly method: string;
  readonly target: string;
  /** In this order; `Host`, `Content-Length` and `Connection: close` are not added. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array;
  /** The client disconnects after the last byte, before the announced length. */
  readonly isCutShort?: boolean;
}

/** The answer; `status` is 0 if the connection was closed without one. */
export interface RawAnswer {
  readonly status: number;
  /** The size of the whole answer with its head. */
  readonly bytes: number;
  readonly text: string;
}

/** Returns the bytes of a request. Header values are Latin-1 (RFC 9110, "Field Values"). */
export function toBytes({ method, target, headers, body = '' }: RawRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
}

/**
 * Sends bytes and reads until the server closes, which it must: because of `Connection: close`, or because it
 * refuses the request.
 */
export function sendRaw(url: string, request: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that refuses a request closes while we are still writing.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const all = Buffer.concat(chunks);
      const text = all.toString('utf8');
      resolve({ status: parseStatus(text), bytes: all.length, text });
    });
    if (request.isCutShort) socket.end(toBytes(request));
    else socket.write(toBytes(request));
  });
}

/** Returns the status of the final answer: interim ones may precede it (RFC 9110, "Informational 1xx"). */
function parseStatus(text: string): number {
  const final = text.replace(/^(?:HTTP\/1\.1 1\d\d .*\r\n(?:.+\r\n)*\r\n)+/, '');
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(final)?.[1] ?? 0);
}

export function createJsonHeaders(body: string): RawRequest['headers'] {
  return [
    ['Host', 'localhost'],
    ['Content-Type', 'application/json'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Connection', 'close'],
  ];
}
