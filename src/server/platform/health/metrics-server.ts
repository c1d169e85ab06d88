import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';

/**
 * A server that answers only `GET /metrics`, on a separate port that need not be public. Other requests get
 * 404.
 */
export interface MetricsServer {
  readonly port: number;
  /** Closes the server and all its connections at once. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the server; resolves when it listens.
 * @throws the system's error if it cannot listen.
 */
export async function startMetricsServer({
  host,
  port,
  metrics,
}: {
  readonly host: string;
  readonly port: number;
  readonly metrics: Pick<Metrics, 'metricsText'>;
}): Promise<MetricsServer> {
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end();
    const { type, text } = await metrics.metricsText();
    return response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
  });
  server.listen({ host, port });
  await once(server, 'listening');
  return { port: getServerPort(server, port), close: () => closeServer(server) };
}

/**
 * Returns the port of a server: the one that the system chose if 0 was asked for. Returns `asked` if the
 * server listens on no port.
 */
export function getServerPort(server: Pick<Server, 'address'>, asked: number): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : asked;
}

/** Closes the server and all its connections at once, also those with a running request. */
async function closeServer(server: Server): Promise<void> {
  const closed = server.listening && once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
