import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../config/loopback.ts';
import { type ContentSite, hostOf, isOfSite, isOnSite } from '../content/content.ts';
import type { HttpDependencies } from './dependencies.ts';

/** What tells which origins are ours. */
type OwnOrigins = Pick<HttpDependencies, 'config' | 'content'>;

/**
 * The origins that a request's page may be at: the one by which the request came, if that is ours, and the one that the outside uses.
 * `Host` and `X-Forwarded-Host` say whatever the sender likes, so that any other is not listed.
 */
export function originsOf(request: FastifyRequest, { config, content }: OwnOrigins): readonly string[] {
  const asked = askedOrigin(request);
  const isOurs = asked !== null && (isLoopback(asked.hostname) || isOfSite(content(), asked));
  return [
    ...(isOurs ? [asked.origin] : []),
    ...(config.publicOrigin === undefined ? [] : [config.publicOrigin]),
  ];
}

/** What links and upload targets begin with: the origin that the outside uses, else one of ours by which the request came. */
export function outsideOrigin(
  request: FastifyRequest,
  own: OwnOrigins,
  origins = originsOf(request, own),
): string {
  // Without SLIPWAY_PUBLIC_URL nobody but this machine reaches the server (`readConfig`).
  return origins.at(-1) ?? `http://localhost:${request.socket.localPort}`;
}

/**
 * Whether pages of an origin may show the forms of a site (absent: of any), and call. While nobody but this machine reaches the server,
 * whoever develops a host's page on it may: `http://localhost:5173`.
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

/** Who may frame a form of a site: the sources of `frame-ancestors` (CSP Level 3), its pages and whom the operator has named besides. */
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

/** Whether the server is somebody's own, to develop with: without an address for the outside only this machine reaches it. */
function isDeveloping({ config, isDev }: Pick<HttpDependencies, 'config' | 'isDev'>): boolean {
  return isDev || config.publicOrigin === undefined;
}

function askedOrigin(request: FastifyRequest): URL | null {
  return URL.parse(`${request.protocol}://${request.host}`);
}
