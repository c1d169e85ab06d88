import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Form } from '#engine';
import { CheckTimeoutError } from '../forms/documents/time-limit.ts';
import type { MessageName } from '../forms/pages/page-views.ts';
import {
  formatRefusal,
  getRefusalStatus,
  type RequestRefusal,
  type ServerRefusal,
  type TooManyRequests,
  toGraphqlCode,
} from '../platform/refusal.ts';
import type { HttpDependencies } from './dependencies.ts';
import { UnreadBodyError } from './limit-bodies.ts';
import { isFormPost, pageRoutePattern, sendMessagePage, wantsPage } from './public/page-routes.ts';
import { negotiateRequestLocale } from './request-context.ts';

/**
 * Logs a refusal and sends it as JSON in the language of the request, with its status: a GraphQL error at
 * `/graphql`, else `{error, message}`.
 * @param formatMessage Returns the message; by default `formatRefusal`.
 */
export function sendRefusal<Refused extends ServerRefusal>(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refused,
  dependencies: Pick<HttpDependencies, 'forms' | 'log'>,
  formatMessage: (form: Form, locale: string, refusal: Refused) => string = formatRefusal,
): FastifyReply {
  const ready = dependencies.forms.current();
  const status = getRefusalStatus(refusal);
  const message = formatMessage(ready.form, negotiateRequestLocale(request, ready), refusal);
  const code = toGraphqlCode(refusal.code);
  logRefusal(request, refusal, dependencies);
  reply.code(status).header('Cache-Control', 'no-store');
  if (refusal.code === 'too-many-requests') reply.header('Retry-After', String(refusal.retryAfterS));
  return request.routeOptions.url === '/graphql'
    ? reply.send({ errors: [{ message, extensions: { code, fields: [] } }] })
    : reply.send({ error: refusal.code, message });
}

/**
 * Logs a refused request in one line. Does nothing for errors of the server (500 and above), which are logged
 * where they occur.
 */
export function logRefusal(
  { method, routeOptions: { url: route = 'none' } }: FastifyRequest,
  refusal: ServerRefusal,
  { log }: Pick<HttpDependencies, 'log'>,
): void {
  const status = getRefusalStatus(refusal);
  if (status >= 500) return;
  log.info('request-refused', { code: toGraphqlCode(refusal.code), route, method, status });
}

/**
 * Sets the handler for errors that no route has handled: bodies that are too large or malformed, and bugs,
 * which are logged but not shown. A client that wants a page gets one for a bug or a form posted to a page;
 * all others get JSON.
 */
export function addErrorHandler(app: FastifyInstance, dependencies: HttpDependencies): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const refusal = error instanceof UnreadBodyError ? error.refusal : toRequestRefusal(error);
    const status = getRefusalStatus(refusal);
    const route = request.routeOptions.url ?? 'none';
    if (status >= 500) {
      const reason = error instanceof CheckTimeoutError ? { reason: error.message } : {};
      dependencies.log.error('request-failed', error, { route, method: request.method, status, ...reason });
    }
    if (status === 413 || (status === 429 && isFormPost(request))) discardBody(request, reply);
    const isPagePost = isFormPost(request) && route === pageRoutePattern;
    if (!wantsPage(request) || (status < 500 && !isPagePost))
      return sendRefusal(request, reply, refusal, dependencies);
    logRefusal(request, refusal, dependencies);
    reply.code(status).header('Cache-Control', 'no-store');
    if (refusal.code === 'too-many-requests') return sendTooMany(request, reply, refusal, dependencies);
    return sendMessagePage(request, reply, { dependencies, name: messagePages[refusal.code] });
  });
}

/**
 * Sends the page for too many requests with its status; the caller logs it. It has no form: reloading would
 * post everything again, photos included.
 */
export function sendTooMany(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: TooManyRequests,
  dependencies: HttpDependencies,
): Promise<FastifyReply> {
  const { retryAfterS } = refusal;
  reply.code(getRefusalStatus(refusal)).header('Retry-After', String(retryAfterS));
  const values = { minutes: Math.ceil(retryAfterS / 60) };
  return sendMessagePage(request, reply, { dependencies, name: 'too-many-requests', values });
}

/**
 * Returns the refusal for an error of Fastify or of a route, by its status. Without an error status, it is
 * 500.
 */
function toRequestRefusal({ statusCode = 500 }: FastifyError): RequestRefusal {
  const status = statusCode < 400 ? 500 : statusCode;
  if (status >= 500) return { code: 'internal-server-error', status };
  if (status === 413) return { code: 'payload-too-large', status };
  return { code: status === 415 ? 'unsupported-media-type' : 'bad-request', status };
}

const messagePages: Readonly<Record<RequestRefusal['code'], MessageName>> = {
  'bad-request': 'bad-request',
  'payload-too-large': 'too-large',
  'unsupported-media-type': 'bad-request',
  'internal-server-error': 'error',
};

const maxDiscardedBytes = 32 * 2 ** 20;
const discardTimeoutMs = 10_000;

/**
 * Starts to read the rest of a body and discards it while the answer is sent. If the connection ended first,
 * a client that is still writing would never read the answer. Beyond the limits of `drainRequest`, the
 * request is destroyed.
 */
export function discardBody(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  void drainRequest(request.raw).then(() => {
    if (!request.raw.readableEnded) request.raw.destroy();
  });
}

/**
 * Reads a body to its end and discards it. Resolves also if that fails, after 10 s, or after 32 MiB, where
 * the request is destroyed. Never rejects.
 */
export async function drainRequest(request: IncomingMessage): Promise<void> {
  const signal = AbortSignal.timeout(discardTimeoutMs);
  // In the next turn `limitBodies` has attached its pipe, which nobody reads now.
  await nextTurn();
  request.unpipe();
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxDiscardedBytes) request.destroy();
  });
  request.resume();
  await finished(request, { signal, writable: false }).catch(() => undefined);
}
