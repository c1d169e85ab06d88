import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Content } from '../content/content.ts';

/** The headers that a section sends with its calls (docs/contract.md, "Headers"). */
const requestHeaders = 'Content-Type, Accept-Language, Idempotency-Key, Slipway-Ticket, Slipway-Trap';

/** How long a browser may remember a preflight, in seconds: two hours is the most that Chromium takes. */
const maxAgeS = 7200;

/** Lets the sites' domains call from other origins (Fetch Standard, "CORS protocol"); answers their preflight. */
export function allowSites(request: FastifyRequest, reply: FastifyReply, content: Content): void {
  reply.header('Vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined || !isOfSite(origin, content)) return;
  reply.header('Access-Control-Allow-Origin', origin);
  reply.header('Access-Control-Expose-Headers', 'Retry-After');
  if (request.method !== 'OPTIONS') return;
  reply.headers({
    'Access-Control-Allow-Methods': 'POST, PUT, OPTIONS',
    'Access-Control-Allow-Headers': requestHeaders,
    'Access-Control-Max-Age': String(maxAgeS),
  });
}

/** A domain stands for its site by http and https, on whatever port where it names none. */
function isOfSite(origin: string, { sites }: Content): boolean {
  const url = URL.parse(origin);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return sites.some(({ domain }) => [url.host, url.hostname].includes(domain.toLowerCase()));
}
