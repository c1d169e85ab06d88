import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import type { FastifyError, FastifyInstance } from 'fastify';
import { formatText } from '#engine';
import type { MessageName } from '../pages/page-views.ts';
import { isFormPost, pageAddresses, sendMessagePage, wantsPage } from './page-routes.ts';
import type { HttpParts } from './parts.ts';
import { localeOf } from './request-context.ts';

/**
 * Answers what no route has answered: a body that is too large, or no JSON, or not to be read; and our own mistakes, which are
 * logged and not told.
 */
export function errorHandler(app: FastifyInstance, parts: HttpParts): void {
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const { log, forms } = parts;
    const status = error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500;
    const route = request.routeOptions.url ?? 'none';
    const code = codes[status] ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR');
    if (status >= 500) log.error('request-failed', error, { route, method: request.method, status });
    else log.info('request-refused', { code, route, method: request.method, status });
    reply.code(status).header('Cache-Control', 'no-store');
    if (status === 413) await readToTheEnd(request.raw);
    if (wantsPage(request) && (status >= 500 || (isFormPost(request) && route === pageAddresses)))
      return sendMessagePage(request, reply, { parts, name: pageOf(status) });
    const { form } = forms.current();
    const message = formatText(
      form,
      localeOf(request, forms.current()),
      texts[status] ?? fallbackText(status),
    );
    return route === '/graphql'
      ? reply.send({ errors: [{ message, extensions: { code, fields: [] } }] })
      : reply.send({ error: code.toLowerCase().replaceAll('_', '-'), message });
  });
}

/** Stable codes by HTTP status, where the status alone does not say it. */
const codes: Readonly<Record<number, string>> = { 413: 'PAYLOAD_TOO_LARGE', 415: 'UNSUPPORTED_MEDIA_TYPE' };

const texts: Readonly<Record<number, string>> = { 413: 'server.too-large' };

function pageOf(status: number): MessageName {
  if (status >= 500) return 'error';
  return status === 413 ? 'too-large' : 'bad-request';
}

function fallbackText(status: number): string {
  return status < 500 ? 'server.bad-request' : 'server.unavailable';
}

/** More than this nobody waits for. */
const maxDiscardedBytes = 32 * 2 ** 20;
const discardTimeoutMs = 10_000;

/** A client that is still writing hears no answer: the connection would break under it. So the rest is read and thrown away. */
async function readToTheEnd(request: IncomingMessage): Promise<void> {
  const signal = AbortSignal.timeout(discardTimeoutMs);
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxDiscardedBytes) request.destroy();
  });
  await finished(request, { signal, writable: false }).catch(() => undefined);
}
