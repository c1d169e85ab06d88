import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { runInRequest } from '../platform/log/request-id.ts';

const requestIdHeader = 'x-request-id';

/** The ids that are accepted from a proxy: no character that could break a log line or control a terminal. */
const idPattern = /^[\w.:-]{1,100}$/;

/**
 * Creates the generator of request ids. It uses the id of a trusted proxy if that is well-formed, else a
 * random one.
 * @param trustedProxies The number of proxies before this server; with 0, all ids are random.
 */
export function createRequestIdGenerator(trustedProxies: number): (request: IncomingMessage) => string {
  return ({ headers }) => {
    const given = headers[requestIdHeader];
    return trustedProxies > 0 && typeof given === 'string' && idPattern.test(given) ? given : randomUUID();
  };
}

/** Adds the request's id to its answer and to all its log lines. */
export function addRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    runInRequest(request.id, done);
  });
}
