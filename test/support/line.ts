import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A line between a browser and a server, which can be cut. It passes bytes on unchanged. */
export interface Line {
  /** Its origin: `http://localhost:4567`. It stays the same. */
  readonly url: string;
  /** Closes all connections and refuses new ones. */
  readonly cut: () => Promise<void>;
  /** Has a stranger answer all requests: a captive portal, or the gateway of a server that is down. */
  readonly divert: (answer: { readonly status: number; readonly location?: string }) => Promise<void>;
  /** Accepts connections and keeps them silent. */
  readonly silence: () => Promise<void>;
  /** Leads to the server at an origin; by default to the one before. */
  readonly restore: (origin?: string) => Promise<void>;
  /** The paths of the requests with their methods, in the order of arrival: `GET /contact`. */
  readonly requests: () => readonly string[];
  readonly close: () => Promise<void>;
}

export async function openLine(origin: string): Promise<Line> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  let target = new URL(origin);
  let port = 0;
  let server: Server | undefined;

  /** Replaces what listens on the port. */
  async function listen(next: Server | undefined): Promise<void> {
    const former = server;
    server = next;
    for (const socket of sockets) socket.destroy();
    if (former) {
      former.close();
      await once(former, 'close');
    }
    if (!next) return;
    next.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    });
    next.listen(port, 'localhost');
    await once(next, 'listening');
    ({ port } = next.address() as AddressInfo);
  }

  const createPassing = () =>
    createServer((socket) => {
      const far = connect(Number(target.port), target.hostname);
      far.on('error', () => socket.destroy()).on('close', () => socket.destroy());
      socket.on('close', () => far.destroy());
      socket.on('data', (bytes) => {
        const line = /^(?:GET|HEAD|POST|PUT|OPTIONS) \S+/.exec(bytes.toString('latin1', 0, 2_000));
        if (line) requests.push(line[0]);
      });
      socket.pipe(far).pipe(socket);
    });

  await listen(createPassing());
  return {
    url: `http://localhost:${port}`,
    cut: () => listen(undefined),
    divert: ({ status, location }) =>
      listen(
        createHttpServer((_request, response) => {
          response.writeHead(status, { 'content-type': 'text/html', ...(location && { location }) });
          response.end('<title>Marina Wi-Fi</title><h1>Accept our terms</h1>');
        }),
      ),
    silence: () => listen(createServer()),
    async restore(next = target.origin) {
      target = new URL(next);
      await listen(createPassing());
    },
    requests: () => requests,
    close: () => listen(undefined),
  };
}
