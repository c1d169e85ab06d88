import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { HttpDependencies } from './dependencies.ts';
import { mayEmbed } from './origins.ts';

/** The headers that a section sends with its calls (docs/contract.md, "Headers"). */
const requestHeaders = [
  'Content-Type',
  'Accept-Language',
  'Idempotency-Key',
  'Slipway-Ticket',
  'Slipway-First-Ticket',
  'Slipway-Trap',
  'Slipway-Proof',
  'Slipway-Upload-Size',
];

/** How long a browser may remember a preflight, in seconds: two hours is the most that Chromium takes. */
const maxAgeS = 7200;

/** Lets the sites' domains call the routes of a scope from other origins (Fetch Standard, "CORS protocol"). */
export async function allowSites(
  scope: FastifyInstance,
  own: Pick<HttpDependencies, 'config' | 'content' | 'isDev'>,
): Promise<void> {
  await scope.register(cors, {
    origin: async (origin: string | undefined) => origin !== undefined && mayEmbed(origin, own),
    methods: ['POST', 'PUT', 'OPTIONS'],
    allowedHeaders: requestHeaders,
    exposedHeaders: ['Retry-After'],
    maxAge: maxAgeS,
  });
}

/**
 * What the build has made, and what is the same for every visitor, may be loaded by pages of any origin (Fetch Standard, "CORS protocol" and
 * "Cross-Origin-Resource-Policy"): who may show a form is decided where it is asked for.
 */
export function forAnyOrigin(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}
