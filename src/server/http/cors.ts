import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { HttpDependencies } from './dependencies.ts';
import { mayEmbed } from './origins.ts';

/** The request headers that a form section sends (docs/contract.md, "Headers"). */
const requestHeaders = [
  'Content-Type',
  'Accept-Language',
  'Idempotency-Key',
  'Slipway-Ticket',
  'Slipway-First-Ticket',
  'Slipway-Trap',
  'Slipway-Proof',
  'Slipway-Upload-Size',
  'Slipway-Visit',
];

/** Seconds for which a browser may cache a preflight. Chromium caps it at two hours. */
const maxAgeS = 7200;

/**
 * Registers the plugin that allows pages of the sites' domains to call the routes of a scope (Fetch Standard,
 * "CORS protocol"). In development, pages of this machine may call them too.
 */
export async function allowSites(
  scope: FastifyInstance,
  own: Pick<HttpDependencies, 'config' | 'content' | 'isDev'>,
): Promise<void> {
  await scope.register(cors, {
    /** Returns true if pages of the origin may call; false for a request without an origin. */
    origin: async (origin: string | undefined) => origin !== undefined && mayEmbed(origin, own),
    methods: ['POST', 'PUT', 'OPTIONS'],
    allowedHeaders: requestHeaders,
    exposedHeaders: ['Retry-After'],
    maxAge: maxAgeS,
  });
}

/**
 * Sets the headers that allow pages of any origin to load the answer (Fetch Standard, "CORS protocol" and
 * "Cross-Origin-Resource-Policy"), and returns the reply. Only for built files and for what is the same for
 * all visitors; `/embed/v1` decides who may show a form.
 */
export function allowAnyOrigin(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}
