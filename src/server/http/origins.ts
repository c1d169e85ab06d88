import type { FastifyRequest } from 'fastify';
import { type ContentSite, isOnAnySite, isOnSite, toHost } from '../forms/content/content.ts';
import { isLoopback } from '../platform/config/loopback.ts';
import type { HttpDependencies } from './dependencies.ts';

type OriginSources = Pick<HttpDependencies, 'config' | 'content'>;

/**
 * Returns the origins of this server that a request may come from: the requested one if it is this machine or
 * a domain of a site, then the public one if it is configured. `Host` and `X-Forwarded-Host` are chosen by
 * the sender, so any other origin is left out. The result may be empty, or have an origin twice.
 */
export function getOwnOrigins(
  request: FastifyRequest,
  { config, content }: OriginSources,
): readonly string[] {
  const asked = parseRequestOrigin(request);
  const isOurs = asked !== null && (isLoopback(asked.hostname) || isOnAnySite(content(), asked));
  return [
    ...(isOurs ? [asked.origin] : []),
    ...(config.publicOrigin === undefined ? [] : [config.publicOrigin]),
  ];
}

/**
 * Returns the origin of links and upload targets: the public one, else the requested one if it is ours, else
 * `localhost` with the port of the server.
 */
export function getPublicOrigin(
  request: FastifyRequest,
  own: OriginSources,
  origins = getOwnOrigins(request, own),
): string {
  // Without SLIPWAY_PUBLIC_URL the server is reachable only from this machine (`readConfig`).
  return origins.at(-1) ?? `http://localhost:${request.socket.localPort}`;
}

/**
 * Returns true if pages of an origin may show the forms of a site, or of any site if none is given, and call
 * this server; false for an origin that is no URL. In development or without a public address, pages of this
 * machine may do that too: `http://localhost:5173`.
 */
export function mayEmbed(
  origin: string,
  { config, content, isDev }: OriginSources & Pick<HttpDependencies, 'isDev'>,
  site?: ContentSite,
): boolean {
  const url = URL.parse(origin);
  if (url === null) return false;
  if (isDevelopmentServer({ config, isDev }) && isLoopback(url.hostname)) return true;
  return site === undefined ? isOnAnySite(content(), url) : isOnSite(site, url);
}

/**
 * Returns the sources of `frame-ancestors` for a site (CSP Level 3), separated by spaces: this server, the
 * domains of the site, and those that the operator has configured (`'none'` is ignored). On a development
 * server also this machine.
 */
export function getFrameAncestors(
  { domain, domains }: ContentSite,
  own: Pick<HttpDependencies, 'config' | 'isDev'>,
): string {
  const { frameAncestors } = own.config;
  const hosts = [domain, ...domains].map(toHost).map((one) => (one.includes(':') ? one : `${one}:*`));
  return [
    "'self'",
    ...hosts.flatMap((host) => [`https://${host}`, `http://${host}`]),
    ...(isDevelopmentServer(own) ? ['http://localhost:*', 'http://127.0.0.1:*'] : []),
    ...(frameAncestors === "'none'" ? [] : frameAncestors.split(' ').filter((one) => one !== "'self'")),
  ].join(' ');
}

/**
 * Returns true in development, and without a public address, because then only this machine can reach the
 * server.
 */
function isDevelopmentServer({ config, isDev }: Pick<HttpDependencies, 'config' | 'isDev'>): boolean {
  return isDev || config.publicOrigin === undefined;
}

/**
 * Returns the requested origin, from the protocol and `Host` or, behind a trusted proxy, their forwarded
 * headers; null if it is no URL.
 */
function parseRequestOrigin(request: FastifyRequest): URL | null {
  return URL.parse(`${request.protocol}://${request.host}`);
}
