import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RoundRobinProxy {
  readonly url: string;
  /** Sets the servers' addresses. Dead servers may be among them. */
  readonly lead: (urls: readonly string[]) => void;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a proxy that forwards each request to the next server. A server that refuses connections is skipped.
 * A request whose server dies is not sent again, since only the client knows whether that is safe: it is
 * answered with 502.
 */
export async function startRoundRobin(): Promise<RoundRobinProxy> {
  const agent = new Agent({ keepAlive: true });
  let targets: readonly string[] = [];
  let turn = 0;

  const server = createServer((incoming, outgoing) => {
    incoming.on('error', () => outgoing.destroy());
    turn += 1;
    forwardRequest({ incoming, outgoing, agent }, [
      ...targets.slice(turn % targets.length),
      ...targets.slice(0, turn % targets.length),
    ]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    lead: (urls) => {
      targets = urls;
    },
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface PendingRequest {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly agent: Agent;
}

function forwardRequest(passing: PendingRequest, [target, ...others]: readonly string[]): void {
  const { incoming, outgoing, agent } = passing;
  if (target === undefined) return void outgoing.writeHead(502).end();
  const { method, url: path, headers, socket } = incoming;
  const { hostname, port } = new URL(target);
  const sent = request({
    hostname,
    port,
    method,
    path,
    agent,
    headers: { ...headers, 'x-forwarded-for': socket.remoteAddress ?? '' },
  });
  sent.on('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.on('error', () => outgoing.destroy()).pipe(outgoing);
  });
  sent.on('error', (error) => {
    if (isRefused(error)) return forwardRequest(passing, others);
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  outgoing.on('close', () => sent.destroy());
  // Only after connecting, because a body can be read once.
  sent.on('socket', (taken) => {
    if (!taken.connecting) incoming.pipe(sent);
    else taken.once('connect', () => incoming.pipe(sent));
  });
}

/** True if no server listens there, so that nothing was sent. */
function isRefused(error: Error): boolean {
  const errors = error instanceof AggregateError ? error.errors : [error];
  return errors.every((one) => (one as NodeJS.ErrnoException).code === 'ECONNREFUSED');
}
