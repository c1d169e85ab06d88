import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { Content } from '../content/content.ts';
import { isOriginOfSite } from './origins.ts';

/** The headers that a section sends with its calls (docs/contract.md, "Headers"). */
const requestHeaders = [
  'Content-Type',
  'Accept-Language',
  'Idempotency-Key',
  'Slipway-Ticket',
  'Slipway-Trap',
  'Slipway-Proof',
];

/** How long a browser may remember a preflight, in seconds: two hours is the most that Chromium takes. */
const maxAgeS = 7200;

/** Lets the sites' domains call the routes of a scope from other origins (Fetch Standard, "CORS protocol"). */
export async function allowSites(scope: FastifyInstance, content: () => Content): Promise<void> {
  await scope.register(cors, {
    origin: async (origin: string | undefined) => origin !== undefined && isOriginOfSite(origin, content()),
    methods: ['POST', 'PUT', 'OPTIONS'],
    allowedHeaders: requestHeaders,
    exposedHeaders: ['Retry-After'],
    maxAge: maxAgeS,
  });
}
