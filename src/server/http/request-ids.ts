import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { inRequest } from '../log/request-id.ts';

const header = 'x-request-id';

/** What a proxy may call a request: nothing that could break a line or steer a terminal. */
const idShape = /^[\w.:-]{1,100}$/;

/** Names each request: by the name that the nearest proxy gave it, where we trust one, else by one of our own. */
export function requestIdOf(trustedProxies: number): (request: IncomingMessage) => string {
  return ({ headers }) => {
    const given = headers[header];
    return trustedProxies > 0 && typeof given === 'string' && idShape.test(given) ? given : randomUUID();
  };
}

/** Has every answer, and every line of the log that a request brings about, carry the request's id. */
export function carryRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(header, request.id);
    inRequest(request.id, done);
  });
}
