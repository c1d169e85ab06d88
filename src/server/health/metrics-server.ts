import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';

/** Answers `GET /metrics`, and nothing else, on a port of its own that visitors need not reach. */
export interface MetricsServer {
  /** Where it can be reached from this machine, without a path. */
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Starts to listen. @throws the system's error where it cannot. */
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
  return { port: portOf(server, port), close: () => closed(server) };
}

/** The one that the system chose, where 0 asked it to. */
export function portOf(server: Pick<Server, 'address'>, asked: number): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : asked;
}

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  if (server.listening) await once(server, 'close');
}
