import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProxiedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** True if the client aborted the request. */
  readonly isCut: boolean;
}

export interface ProxiedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type ForwardCall = (changes?: Partial<ProxiedRequest>) => Promise<ProxiedReply>;

/** The misbehaviour of a back end: `(request, forward) => forward()` changes nothing. */
export type ProxyFault = (request: ProxiedRequest, forward: ForwardCall) => Promise<ProxiedReply>;

/** Starts a proxy that adds a fault to another server. */
export async function startFaultyProxy(
  target: string,
  fault: ProxyFault,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const server = createServer(async (incoming, outgoing) => {
    const passing = await readRequest(incoming);
    // An aborted request is not forwarded, unless the fault replaces its body.
    const forward: ForwardCall = async (changes) =>
      passing.isCut && changes?.body === undefined
        ? gone
        : forwardToTarget(new URL(target), { ...passing, ...changes });
    const reply = await fault(passing, forward);
    outgoing.writeHead(reply.status, { ...reply.headers, connection: 'close' }).end(reply.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const gone: ProxiedReply = { status: 400, headers: {}, body: '' };

async function readRequest(incoming: IncomingMessage): Promise<ProxiedRequest> {
  const chunks: Buffer[] = [];
  let isCut = false;
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
  } catch {
    isCut = true;
  }
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks),
    isCut,
  };
}

/** The back end still sees the original host, as behind any proxy, so that its upload targets lead here. */
async function forwardToTarget(
  target: URL,
  { method, path, headers, body }: ProxiedRequest,
): Promise<ProxiedReply> {
  const { 'transfer-encoding': _coding, connection: _connection, ...kept } = headers;
  const sent = { ...kept, 'content-length': String(body.length) };
  const request = httpRequest(new URL(path, target), { method, headers: sent, agent: false });
  // A client that is refused while it is still sending is disconnected, and may not receive the answer.
  const response = await new Promise<IncomingMessage | undefined>((resolve) => {
    request.once('response', resolve).on('error', () => resolve(undefined));
    request.end(body);
  });
  if (response === undefined) return { status: 502, headers: {}, body: '' };
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { 'content-length': _length, 'transfer-encoding': _chunks, ...others } = response.headers;
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(
      Object.entries(others).map(([name, value]) => [name, [value].flat().join(', ')]),
    ),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}
