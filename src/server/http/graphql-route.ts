import type { FastifyInstance } from 'fastify';
import { readCall } from '../graphql/graphql-call.ts';
import type { HttpDependencies } from './dependencies.ts';
import { sendRefusal } from './refusals.ts';
import { contextOf } from './request-context.ts';

/**
 * Adds `POST /graphql` (docs/contract.md, "GraphQL"). GET is refused, since any page can make a visitor's
 * browser send it.
 */
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
 * Returns true if the client prefers GraphQL's own media type to plain JSON (GraphQL over HTTP, "Media
 * Types"). Incremental delivery is not offered: it would keep a connection open for as long as the client
 * likes.
 */
function wantsGraphqlType(accept = ''): boolean {
  const types = accept.split(',').map((type) => type.split(';', 1)[0]?.trim().toLowerCase());
  return types.find((type) => type === graphqlType || type === 'application/json') === graphqlType;
}
