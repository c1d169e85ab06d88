import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config/loopback.ts';
import { type ContentSite, hostOf, isOfSite, isOnSite } from '../content/content.ts';
import type { HttpDependencies } from './dependencies.ts';

type OwnOrigins = Pick<HttpDependencies, 'config' | 'content'>;

/**
 * Returns the origins at which a request's page may be: the requested one if it is ours, and the public one.
 * `Host` and `X-Forwarded-Host` are chosen by the sender, so an unknown origin is not listed.
 */
export function originsOf(request: FastifyRequest, { config, content }: OwnOrigins): readonly string[] {
  const asked = askedOrigin(request);
  const isOurs = asked !== null && (isLoopback(asked.hostname) || isOfSite(content(), asked));
  return [
    ...(isOurs ? [asked.origin] : []),
    ...(config.publicOrigin === undefined ? [] : [config.publicOrigin]),
  ];
}

/** Returns the origin of links and upload targets: the public one, else the requested one if it is ours. */
export function outsideOrigin(
  request: FastifyRequest,
  own: OwnOrigins,
  origins = originsOf(request, own),
): string {
  // Without SLIPWAY_PUBLIC_URL the server is reachable only from this machine (`readConfig`).
  return origins.at(-1) ?? `http://localhost:${request.socket.localPort}`;
}

/**
 * Returns true if pages of an origin may show the forms of a site and call us. Absent `site`: of any site. A
 * server that only this machine can reach also allows its local pages, for development:
 * `http://localhost:5173`.
 */
export function mayEmbed(
  origin: string,
  { config, content, isDev }: OwnOrigins & Pick<HttpDependencies, 'isDev'>,
  site?: ContentSite,
): boolean {
  const url = URL.parse(origin);
  if (url === null) return false;
  if (isDeveloping({ config, isDev }) && isLoopback(url.hostname)) return true;
  return site === undefined ? isOfSite(content(), url) : isOnSite(site, url);
}

/**
 * Returns the sources of `frame-ancestors` for a site (CSP Level 3): its pages, and those that the operator
 * has configured.
 */
export function framingSources(
  { domain, domains }: ContentSite,
  own: Pick<HttpDependencies, 'config' | 'isDev'>,
): string {
  const { frameAncestors } = own.config;
  const hosts = [domain, ...domains].map(hostOf).map((one) => (one.includes(':') ? one : `${one}:*`));
  return [
    "'self'",
    ...hosts.flatMap((host) => [`https://${host}`, `http://${host}`]),
    ...(isDeveloping(own) ? ['http://localhost:*', 'http://127.0.0.1:*'] : []),
    ...(frameAncestors === "'none'" ? [] : frameAncestors.split(' ').filter((one) => one !== "'self'")),
  ].join(' ');
}

/**
 * Returns true if the server is for development: without a public address it is reachable only from this
 * machine.
 */
function isDeveloping({ config, isDev }: Pick<HttpDependencies, 'config' | 'isDev'>): boolean {
  return isDev || config.publicOrigin === undefined;
}

function askedOrigin(request: FastifyRequest): URL | null {
  return URL.parse(`${request.protocol}://${request.host}`);
}
