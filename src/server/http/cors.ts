import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { Content } from '../content/content.ts';

/** The headers that a section sends with its calls (docs/contract.md, "Headers"). */
const requestHeaders = [
  'Content-Type',
  'Accept-Language',
  'Idempotency-Key',
  'Slipway-Ticket',
  'Slipway-Trap',
];

/** How long a browser may remember a preflight, in seconds: two hours is the most that Chromium takes. */
const maxAgeS = 7200;

/** Lets the sites' domains call the routes of a scope from other origins (Fetch Standard, "CORS protocol"). */
export async function allowSites(scope: FastifyInstance, content: () => Content): Promise<void> {
  await scope.register(cors, {
    origin: async (origin: string | undefined) => origin !== undefined && isOfSite(origin, content()),
    methods: ['POST', 'PUT', 'OPTIONS'],
    allowedHeaders: requestHeaders,
    exposedHeaders: ['Retry-After'],
    maxAge: maxAgeS,
  });
}

/** A domain stands for its site by http and https, on whatever port where it names none. */
function isOfSite(origin: string, { sites }: Content): boolean {
  const url = URL.parse(origin);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return sites.some(({ domain }) => [url.host, url.hostname].includes(domain.toLowerCase()));
}
