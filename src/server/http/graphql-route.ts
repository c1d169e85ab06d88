import type { FastifyInstance } from 'fastify';
import { readCall } from '../graphql/graphql-call.ts';
import type { HttpDependencies } from './dependencies.ts';
import { sendRefusal } from './refusals.ts';
import { contextOf } from './request-context.ts';

/** `POST /graphql` (docs/contract.md, "GraphQL"). Nothing is executed by GET, which any page may have a visitor's browser ask. */
export function graphqlRoute(app: FastifyInstance, dependencies: HttpDependencies): void {
  app.post('/graphql', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const call = readCall(request.body);
    if (call === undefined)
      return sendRefusal(request, reply, { code: 'bad-request', status: 400 }, dependencies);
    const isPlainJson = !wantsGraphqlType(request.headers.accept);
    const context = await contextOf(request, dependencies);
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
 * Whether a client would rather have GraphQL's own type than plain JSON (GraphQL over HTTP, "Media Types"). There is no other: an answer
 * comes whole, whatever a client accepts, since what comes bit by bit would hold a connection open for as long as its client likes.
 */
function wantsGraphqlType(accept = ''): boolean {
  const types = accept.split(',').map((type) => type.split(';', 1)[0]?.trim().toLowerCase());
  return types.find((type) => type === graphqlType || type === 'application/json') === graphqlType;
}
