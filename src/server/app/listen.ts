import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Config, StartError } from '../platform/config/config.ts';
import { getErrorCode } from '../platform/files/files.ts';
import type { Health } from '../platform/health/health.ts';
import { getServerPort, startMetricsServer } from '../platform/health/metrics-server.ts';

/**
 * Checks that the ports are free before anything is changed: a server that cannot listen must not change the
 * data folder, or the form that another server publishes.
 * @throws StartError for the first port that is not free.
 */
export async function requirePorts({ host, port, metricsPort }: Config): Promise<void> {
  const asked = [
    [port, 'PORT'] as const,
    ...(metricsPort ? [[metricsPort, 'SLIPWAY_METRICS_PORT'] as const] : []),
  ];
  for (const [number, variable] of asked) {
    const probe = createServer();
    const isFree = new Promise((resolve, reject) =>
      probe.once('error', reject).listen({ host, port: number }, () => resolve(true)),
    );
    await isFree.catch((cause) => {
      throw new StartError([formatListenFailure(cause, host, number, variable)], { cause });
    });
    await new Promise((resolve) => probe.close(resolve));
  }
}

/**
 * Starts the metrics server if it has a port, and closes it with the app. Returns its origin; undefined
 * without a port.
 * @throws StartError if the port cannot be used.
 */
export async function serveMetrics(
  { host, metricsPort: port }: Config,
  { app, health }: { readonly app: FastifyInstance; readonly health: Health },
): Promise<string | undefined> {
  if (port === undefined) return undefined;
  const server = await startMetricsServer({ host, port, metrics: health }).catch((cause) => {
    throw new StartError([formatListenFailure(cause, host, port, 'SLIPWAY_METRICS_PORT')], { cause });
  });
  app.addHook('onClose', server.close);
  return `http://${toReachableHost(host)}:${server.port}`;
}

/**
 * Starts listening, and returns the origin for a browser on this machine.
 * @throws StartError if the port cannot be used.
 */
export async function startListening(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    throw new StartError([formatListenFailure(cause, host, port, 'PORT')], { cause });
  }
  return `http://${toReachableHost(host)}:${getServerPort(app.server, port)}`;
}

/**
 * Returns a message for the operator about a port that cannot be used.
 * @param variable The environment variable that sets the port.
 */
function formatListenFailure(cause: unknown, host: string, port: number, variable: string): string {
  const code = String(getErrorCode(cause) ?? cause);
  const place = `${host}:${port}`;
  if (code === 'EADDRINUSE')
    return `Cannot listen on ${place}: another program listens there already; stop it or set ${variable}`;
  if (code === 'EACCES')
    return `Cannot listen on ${place}: that is not allowed; set ${variable} to 1024 or more`;
  return `Cannot listen on ${place} (${code}); set HOST to an address of this machine`;
}

/**
 * Returns the host for a URL on this machine: `localhost` for "all addresses", which a browser cannot open,
 * and an IPv6 address in brackets.
 */
function toReachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
