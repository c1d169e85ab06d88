import { connect } from 'node:net';

/** A request as bytes say it, which no HTTP client would let through: names twice, in any spelling, with any value. */
export interface RawRequest {
  readonly method: string;
  /** What stands in the request's first line. */
  readonly target: string;
  /** In their order; `Host`, `Content-Length` and `Connection: close` are not added by themselves. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array;
  /** The sender hangs up after the last byte, because what it announced does not come. */
  readonly isCutShort?: boolean;
}

/** What came back: nothing at all (`status` 0) where the connection was closed without an answer. */
export interface RawAnswer {
  readonly status: number;
  /** Of the whole answer, its head included. */
  readonly bytes: number;
  readonly text: string;
}

/** The request as bytes. Header values are Latin-1, as HTTP has them (RFC 9110, "Field Values"). */
export function bytesOf({ method, target, headers, body = '' }: RawRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
}

/** Sends bytes and reads until the server closes, which it must: by `Connection: close`, or because it refuses what it reads. */
export function sendRaw(url: string, request: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that has refused what it reads closes while we still write.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const all = Buffer.concat(chunks);
      const text = all.toString('utf8');
      resolve({ status: statusOf(text), bytes: all.length, text });
    });
    if (request.isCutShort) socket.end(bytesOf(request));
    else socket.write(bytesOf(request));
  });
}

/** Of the answer itself: interim ones may come before it (RFC 9110, "Informational 1xx"). */
function statusOf(text: string): number {
  const final = text.replace(/^(?:HTTP\/1\.1 1\d\d .*\r\n(?:.+\r\n)*\r\n)+/, '');
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(final)?.[1] ?? 0);
}

/** The headers of a call that sends JSON and wants the connection closed. */
export function jsonHeaders(body: string): RawRequest['headers'] {
  return [
    ['Host', 'localhost'],
    ['Content-Type', 'application/json'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Connection', 'close'],
  ];
}
