import type { FastifyInstance } from 'fastify';
import { readGraphqlCall } from '../../enquiries/graphql/graphql-call.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { sendRefusal } from '../refusals.ts';
import { createRequestContext } from '../request-context.ts';

/**
 * Adds `POST /graphql` (docs/contract.md, "GraphQL"). A body that is no call gets 400. GET gets 405, since
 * any page can make a visitor's browser send it.
 */
export function addGraphqlRoute(app: FastifyInstance, dependencies: HttpDependencies): void {
  app.post('/graphql', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const call = readGraphqlCall(request.body);
    if (call === undefined)
      return sendRefusal(request, reply, { code: 'bad-request', status: 400 }, dependencies);
    const isPlainJson = !prefersGraphqlType(request.headers.accept);
    const context = await createRequestContext(request, dependencies);
    const { status, headers, text } = await dependencies.graphql(call, context, isPlainJson);
    const type = isPlainJson ? 'application/json' : graphqlType;
    return reply.code(status).headers(headers).type(`${type}; charset=utf-8`).send(text);
  });
  app.get('/graphql', async (request, reply) => {
    reply.header('Allow', 'POST');
    return sendRefusal(request, reply, { code: 'bad-request', status: 405 }, dependencies);
  });
}

const graphqlType = 'application/graphql-response+json';

/**
 * Returns true if the client lists GraphQL's own media type, and plain JSON after it or not at all (GraphQL
 * over HTTP, "Media Types"); quality values and wildcards are ignored. Incremental delivery is not offered:
 * it would keep a connection open for as long as the client likes.
 */
function prefersGraphqlType(accept = ''): boolean {
  const types = accept.split(',').map((type) => type.split(';', 1)[0]?.trim().toLowerCase());
  return types.find((type) => type === graphqlType || type === 'application/json') === graphqlType;
}
