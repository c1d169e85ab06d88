import type { FastifyInstance } from 'fastify';
import type { HttpDependencies } from './dependencies.ts';
import { sendRefusal } from './refusals.ts';
import { contextOf } from './request-context.ts';

/** `POST /graphql` (docs/contract.md, "GraphQL"). Nothing is executed by GET, which any page may have a visitor's browser ask. */
export function graphqlRoute(app: FastifyInstance, dependencies: HttpDependencies): void {
  app.post('/graphql', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    if (!isGraphqlRequest(request.body))
      return sendRefusal(request, reply, { code: 'bad-request', status: 400 }, dependencies);
    request.raw.headers.accept = wholeAnswers(request.headers.accept);
    return dependencies.graphql.handleNodeRequestAndResponse(
      request,
      reply,
      await contextOf(request, dependencies),
    );
  });
  app.get('/graphql', async (request, reply) => {
    reply.header('Allow', 'POST');
    return sendRefusal(request, reply, { code: 'bad-request', status: 405 }, dependencies);
  });
}

/**
 * What a client accepts, without the ways to answer bit by bit: an answer of ours comes whole, and those would hold a connection open for
 * as long as its client likes.
 */
function wholeAnswers(accept = '*/*'): string {
  const whole = accept
    .split(',')
    .filter((type) => !/^\s*(?:text\/event-stream|multipart\/mixed)\b/i.test(type));
  return whole.join(',') || 'application/json';
}

/** One request, not a list of them (GraphQL over HTTP, "Request Parameters"). */
function isGraphqlRequest(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const { query, variables } = body as Readonly<Record<string, unknown>>;
  const hasVariables = variables === undefined || variables === null || typeof variables === 'object';
  return typeof query === 'string' && hasVariables && !Array.isArray(variables);
}
